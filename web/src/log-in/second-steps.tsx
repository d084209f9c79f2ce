import { useId, useRef, useState } from 'react';
import { REMEMBERED_DAYS } from '#contract/limits';
import { base32, grouped, otpAddress, SECRET_BYTES } from '#contract/values/one-time-codes';
import { qrCode } from '../components/qr-code.ts';
import type { SecondStep } from '../offline/authenticate.ts';
import '../styles/admin/log-in.css';

/**
 * The parts of the log-in and of «Mi cuenta» that the second factor adds to a form, loaded where it is asked for.
 * Public page and back office have the same classes for fields.
 */
const takeFocus = (input: HTMLElement | null) => input?.focus();

/** Returns what the fields of a form say of the second factor. */
export function secondStepIn(form: FormData): SecondStep {
  const [code, secret] = [form.get('code'), form.get('secret')];
  return {
    ...(typeof code === 'string' && code !== '' ? { code } : {}),
    ...(typeof secret === 'string' ? { secret } : {}),
    ...(form.has('remember') ? { remember: true } : {}),
  };
}

/** What a log-in lacks that was refused with this code. @param account the name of the person */
export function StepFields({ missing, account }: { missing: string; account: string }) {
  return missing === 'second-factor' ? <CodeFields /> : <SetUpFields account={account} mayRemember />;
}

/** Asks for a code: `code` and `remember` in the form. */
function CodeFields() {
  const [isRecovery, setRecovery] = useState(false);
  const id = useId();
  return (
    <>
      <p className="field">
        <label htmlFor={id}>{isRecovery ? 'Código de recuperación' : 'Código de tu aplicación'}</label>
        <input
          // A phone shows digits for the one, letters for the other.
          key={String(isRecovery)}
          id={id}
          className="control"
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          ref={takeFocus}
        />
      </p>
      <button className="button quiet" type="button" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Usar un código de la aplicación' : 'Usar un código de recuperación'}
      </button>
      <Remember />
    </>
  );
}

function Remember() {
  return (
    <label className="step-tick">
      <input type="checkbox" name="remember" /> Recordar esta tableta {REMEMBERED_DAYS} días
    </label>
  );
}

/**
 * Shows a new secret, and asks for the code that the application makes of it: `secret` and `code` in the form.
 * @param account the name that the application shows
 */
export function SetUpFields({ account, mayRemember = false }: { account: string; mayRemember?: boolean }) {
  const [secret] = useState(() => base32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))));
  const address = otpAddress({ secret, issuer: location.hostname, account });
  const id = useId();
  return (
    <>
      <ol className="steps">
        <li>Instalá en tu teléfono una aplicación de códigos: Google Authenticator, Aegis o 2FAS, por ejemplo.</li>
        <li>
          Con ella, escaneá este código:
          <span
            className="step-qr"
            role="img"
            aria-label="Código QR con la clave de abajo"
            // Drawn by our own code from our own text.
            // eslint-disable-next-line react/no-danger
            dangerouslySetInnerHTML={{ __html: qrCode(address) }}
          />
          ¿Estás en ese mismo teléfono? <a href={address}>Abrila desde acá</a>, o escribí en ella esta clave:
          <strong className="step-secret">{grouped(secret)}</strong>
        </li>
        <li>Escribí abajo el código de 6 números que muestra.</li>
      </ol>
      <input type="hidden" name="secret" value={secret} />
      <p className="field">
        <label htmlFor={id}>Código de tu aplicación</label>
        <input
          id={id}
          className="control"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={takeFocus}
        />
      </p>
      {mayRemember && <Remember />}
    </>
  );
}

/** Shows recovery codes, this once. */
export function RecoveryCodes({
  codes,
  account,
  onDone,
}: {
  codes: readonly string[];
  account: string;
  onDone: () => void;
}) {
  const shown = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaid('Copiados.');
    } catch {
      // Without a secure context there is no clipboard API.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid('El navegador no dejó copiar. Los códigos quedaron marcados: copialos desde su menú.');
    }
  }
  return (
    <div className="codes">
      <h2 tabIndex={-1} ref={takeFocus}>
        Tus códigos de recuperación
      </h2>
      <p>
        Guardalos ahora, en papel o donde guardás tus contraseñas: no se vuelven a mostrar. Si no tenés el teléfono,
        cada uno sirve una vez para ingresar.
      </p>
      <p className="codes-of">
        {location.hostname}, {account}
      </p>
      <ol ref={shown}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="buttons">
        <button className="button quiet" type="button" onClick={() => void copy()}>
          Copiar
        </button>
        <button className="button quiet" type="button" onClick={() => window.print()}>
          Imprimir
        </button>
        <button className="button" type="button" onClick={onDone}>
          Ya los guardé
        </button>
      </p>
      <p role="status">{said}</p>
    </div>
  );
}
