import { useState } from 'react';
import type { FormEvent } from 'react';
import { calls } from '#contract/addresses/calls';
import type { RecoveryCodes as Given, SecondFactorState } from '#contract/messages/second-factor';
import { longMoment } from '#contract/values/dates';
import { RecoveryCodes, SetUpFields } from '../../log-in/second-steps.tsx';
import { useShownOnce } from '../changes/use-shown-once.ts';
import { useConfirm } from '../parts/confirm.tsx';
import type { Question } from '../parts/confirm.tsx';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useUserCalls, useUsers } from './user-calls.ts';

interface Person {
  id: string;
  username: string;
}

/** The second factor of a person: their own, to set up and change, or another's, which an Admin can remove. */
export function SecondFactor({ user, isOwn }: { user: Person; isOwn: boolean }) {
  const { post } = useUserCalls();
  const confirm = useConfirm();
  const notify = useNotices();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const [tries, setTries] = useState(0);
  const [loaded] = useUsers<SecondFactorState>(calls.secondFactor(user.id), tries);
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  useShownOnce(codes !== null, {
    label: 'Códigos de recuperación',
    title: '¿Ya los guardaste?',
    text: 'Los códigos de recuperación no se vuelven a mostrar. Si salís sin guardarlos, vas a tener que pedir otros.',
    accept: 'Sí, salir',
  });

  const act = (label: string, question: Question, work: () => Promise<unknown>) => (
    <button
      className="button quiet"
      type="button"
      aria-disabled={isBusy}
      onClick={() =>
        void run(() =>
          attempt(async () => {
            if (!(await confirm(question))) return;
            await work();
            setTries((before) => before + 1);
            notify({ tone: 'good', text: 'Guardado' });
          }),
        )
      }
    >
      {label}
    </button>
  );
  function taken(made: string[]) {
    setSettingUp(false);
    setCodes(made);
    setTries((before) => before + 1);
  }

  return (
    <section className="safety" aria-label={TITLE}>
      <h2>{TITLE}</h2>
      {loaded.is === 'loading' && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {loaded.is === 'failed' && <p role="alert">{loaded.message}</p>}
      {loaded.is === 'loaded' && <p className="aside">{factorWords(loaded.value, isOwn)}</p>}
      {codes && <RecoveryCodes codes={codes} account={user.username} onDone={() => setCodes(null)} />}
      {isSettingUp && <SetUp user={user} onDone={taken} onCancel={() => setSettingUp(false)} />}
      {loaded.is === 'loaded' && !codes && !isSettingUp && (
        <p className="buttons">
          {isOwn && (
            <button className="button quiet" type="button" onClick={() => setSettingUp(true)}>
              {loaded.value.since === null ? 'Activar' : 'Pasar a otro teléfono'}
            </button>
          )}
          {isOwn &&
            loaded.value.since !== null &&
            act('Códigos nuevos', { text: NEW_CODES }, async () =>
              setCodes(((await post(calls.secondFactorCodes(user.id))) as Given).codes),
            )}
          {loaded.value.remembered > 0 &&
            act('Olvidar los equipos recordados', { text: FORGET }, () => post(calls.secondFactorForget(user.id)))}
          {loaded.value.since !== null &&
            !(isOwn && loaded.value.isRequired) &&
            act(isOwn ? 'Desactivar' : 'Quitar', { text: isOwn ? REMOVE_OWN : REMOVE, isRemoval: true }, () =>
              post(calls.secondFactorRemove(user.id)),
            )}
        </p>
      )}
    </section>
  );
}

const TITLE = 'Verificación en dos pasos';
const NEW_CODES = 'Vas a recibir diez códigos de recuperación nuevos. Los de antes dejan de servir.';
const FORGET = 'La próxima vez que se ingrese se va a pedir el código en todos los equipos.';
const REMOVE_OWN = 'Para ingresar con tu usuario va a alcanzar con la contraseña.';
const REMOVE =
  'Hacelo solo si hablaste con esta persona y perdió su teléfono: para ingresar le va a alcanzar con la contraseña, ' +
  'hasta que la vuelva a activar.';

/** Says in words what second factor a person has. */
export function factorWords({ since, codesLeft, remembered, isRequired }: SecondFactorState, isOwn: boolean): string {
  const rule = isRequired ? ' En este portal es obligatoria.' : '';
  if (since === null) {
    return isOwn
      ? `Al ingresar se pide, además de tu contraseña, un código que muestra tu teléfono.${rule}`
      : `No está activada.${isRequired ? ' La va a configurar la próxima vez que ingrese.' : ''}`;
  }
  const codes =
    codesLeft === 0
      ? 'No quedan códigos de recuperación'
      : codesLeft === 1
        ? 'Queda 1 código de recuperación'
        : `Quedan ${codesLeft} códigos de recuperación`;
  const devices =
    remembered === 0 ? '' : remembered === 1 ? ' Hay 1 equipo recordado.' : ` Hay ${remembered} equipos recordados.`;
  return `Activada desde el ${longMoment(Date.parse(since))}. ${codes}.${devices}${rule}`;
}

function SetUp({ user, onDone, onCancel }: { user: Person; onDone: (codes: string[]) => void; onCancel: () => void }) {
  const { post } = useUserCalls();
  const [error, setError] = useState('');
  const [isBusy, run] = useBusy();
  async function submit(form: FormData) {
    setError('');
    try {
      const given = { secret: String(form.get('secret')), code: String(form.get('code')) };
      onDone(((await post(calls.secondFactorSet(user.id), given)) as Given).codes);
    } catch (failure) {
      setError((failure as Error).message);
    }
  }
  return (
    <form
      className="form-column"
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        void run(() => submit(form));
      }}
    >
      <SetUpFields account={user.username} />
      <p className="field-error" role="alert">
        {error}
      </p>
      <p className="buttons">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Un momento…' : 'Activar'}
        </button>
        <button className="button quiet" type="button" onClick={onCancel}>
          Cancelar
        </button>
      </p>
    </form>
  );
}
