import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { authenticate, isTemporary, missingStep, whyNot } from '../../offline/authenticate.ts';
import { deviceToken, keepDeviceToken } from '../../offline/outbox/device-token.ts';
import type { Session } from '../../offline/outbox/protocol/operation.ts';
import { Dialog } from '../parts/confirm.tsx';
import { Tick } from '../parts/tick.tsx';
import { useIsWriting } from '../changes/is-writing.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

/**
 * Log-in dialog, shown over the page when the session has ended. Typed and saved changes are kept, and are sent after
 * the same person logs in again. While someone is typing, a bar is shown instead, because the dialog would take the
 * keystrokes.
 */
export function LoginDialog() {
  const { session } = useWorkspaceState();
  const isWriting = useIsWriting();
  // null: the person has not answered yet.
  const [shown, setShown] = useState<'open' | 'postponed' | null>(null);
  /** A session with a second factor that was just set up: its codes are shown before it is used. */
  const [made, setMade] = useState<Made | null>(null);
  // Whatever another tab does meanwhile: they are shown this once.
  if (made) return <Codes made={made} done={() => setMade(null)} />;
  if (session.token !== null) {
    if (shown !== null) setShown(null);
    return null;
  }
  if (shown === null && !isWriting) setShown('open');
  if (shown === 'open') return <Open session={session} postpone={() => setShown('postponed')} setMade={setMade} />;
  return (
    <p className="login-bar" role="status">
      Tu sesión terminó: lo que guardes queda en este dispositivo.{' '}
      <button className="button" type="button" onClick={() => setShown('open')}>
        Volver a ingresar
      </button>
    </p>
  );
}

/** The second factor's part of the form. */
const steps = () => import('../../log-in/second-steps.tsx');
type Steps = Awaited<ReturnType<typeof steps>>;

const OWN = [
  { name: 'next', label: 'Contraseña nueva' },
  { name: 'again', label: 'La nueva, otra vez' },
];
const ignore = () => {};
const takeFocus = (input: HTMLElement | null) => input?.focus();

interface Made {
  next: Session;
  codes: string[];
  parts: Steps;
}

/** Recovery codes. Closing the dialog would lose them, so only the button that says that they are kept does. */
function Codes({ made: { next, codes, parts }, done }: { made: Made; done: () => void }) {
  const workspace = useWorkspace();
  const [isWarned, setWarned] = useState(false);
  return (
    <Dialog title="Verificación en dos pasos" onClose={() => setWarned(true)}>
      <p className="field-error" role="alert">
        {isWarned && 'Antes de cerrar guardá los códigos: después nadie los puede volver a ver.'}
      </p>
      <parts.RecoveryCodes
        codes={codes}
        account={next.user.username}
        onDone={() => void workspace.logIn(next).finally(done)}
      />
    </Dialog>
  );
}

interface OpenProps {
  session: Session;
  postpone: () => void;
  setMade: (made: Made) => void;
}

function Open({ session, postpone, setMade }: OpenProps) {
  const workspace = useWorkspace();
  const [error, setError] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  /** The password is temporary: one's own is chosen. */
  const [isChoosing, setChoosing] = useState(false);
  const [step, setStep] = useState<{ missing: string; account: string; parts: Steps } | null>(null);
  const [isShown, setShown] = useState(false);
  const secret = isShown ? 'text' : 'password';
  const id = useId();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWaiting) return;
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username')).trim();
    const password = String(form.get('password'));
    if (!username) return setError('usuario es requerido');
    if (!password) return setError('Contraseña es requerida');
    setShown(false);
    setWaiting(true);
    setError('');
    try {
      const own = { next: String(form.get('next')), again: String(form.get('again')) };
      const asked = { username, password, device: await deviceToken(username) };
      const entered = await authenticate(asked, isChoosing ? own : undefined, step?.parts.secondStepIn(form));
      const { device, recoveryCodes, ...next } = entered;
      await keepDeviceToken(next.user.username, device);
      if (recoveryCodes) setMade({ next, codes: recoveryCodes, parts: await steps() });
      else await workspace.logIn(next);
    } catch (failure) {
      const missing = missingStep(failure);
      if (missing !== null) await steps().then((parts) => setStep({ missing, account: username, parts }), ignore);
      if (isTemporary(failure)) setChoosing(true);
      setError(whyNot(failure));
    } finally {
      setWaiting(false);
    }
  }
  return (
    <Dialog title="Tu sesión terminó" onClose={postpone}>
      <p>Volvé a ingresar para enviar tus cambios. Nada de lo que hiciste se perdió.</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p className="field-error" role="alert">
          {error}
        </p>
        <p className="field" hidden={isChoosing || step !== null}>
          <label htmlFor={`${id}-user`}>Usuario</label>
          <input
            id={`${id}-user`}
            className="control"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={session.user.username}
          />
        </p>
        <p className="field" hidden={isChoosing || step !== null}>
          <label htmlFor={`${id}-password`}>Contraseña</label>
          <input
            id={`${id}-password`}
            className="control"
            name="password"
            type={secret}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="current-password"
            data-first
          />
        </p>
        {isChoosing &&
          OWN.map(({ name, label }) => (
            <p className="field" key={name} hidden={step !== null}>
              <label htmlFor={`${id}-${name}`}>{label}</label>
              <input
                id={`${id}-${name}`}
                className="control"
                name={name}
                type={secret}
                autoCapitalize="none"
                spellCheck={false}
                autoComplete="new-password"
                ref={name === 'next' ? takeFocus : undefined}
              />
            </p>
          ))}
        {step && <step.parts.StepFields {...step} />}
        {!step && (
          <>
            <Tick label="Mostrar la contraseña" checked={isShown} onChange={setShown} />
            <p className="field-hint">¿Te la olvidaste? Pedile otra a un administrador del portal.</p>
          </>
        )}
        <p className="buttons">
          {/* Not disabled: it keeps the focus for another attempt. */}
          <button className="button" type="submit" aria-disabled={isWaiting}>
            {isWaiting ? 'Ingresando…' : isChoosing && !step ? 'Guardar la contraseña e ingresar' : 'Ingresar'}
          </button>
          <button className="button quiet" type="button" onClick={postpone}>
            Más tarde
          </button>
        </p>
      </form>
    </Dialog>
  );
}
