import { useRef, useState } from 'react';
import { entities } from '#contract/forms-and-lists';
import { PASSWORD_BYTES, passwordOf } from '#contract/values/accounts';
import { useShownOnce } from '../changes/use-shown-once.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useCopy } from '../parts/use-copy.ts';
import { useUserCalls } from './user-calls.ts';

/**
 * Gives a user a password made by the device, and shows it until the screen is left: it can be read nowhere else.
 * @param typed how many passwords were typed and saved: what was generated before is not the password any more
 * @param onMade called when it is the password
 */
export function GeneratedPassword({ user, typed, onMade }: { user: string; typed: number; onMade: () => void }) {
  const users = useUserCalls();
  const confirm = useConfirm();
  const notify = useNotices();
  const attempt = useAttempt();
  const copy = useCopy();
  const [isBusy, run] = useBusy();
  const [made, setMade] = useState('');
  const [lastTyped, setLastTyped] = useState(typed);
  if (typed !== lastTyped) {
    setLastTyped(typed);
    setMade('');
  }
  const [isTaken, setTaken] = useState(false);
  const shown = useRef<HTMLElement>(null);
  useShownOnce(made !== '' && !isTaken, {
    label: 'Contraseña nueva',
    title: '¿Ya se la pasaste?',
    text: 'La contraseña nueva no se vuelve a mostrar. Si salís sin copiarla, vas a tener que generar otra.',
    accept: 'Sí, salir',
  });
  const generate = () =>
    attempt(async () => {
      if (!(await confirm({ text: entities.user.confirmChange ?? '', names: [entities.user.fields.password.label] })))
        return;
      const password = passwordOf(crypto.getRandomValues(new Uint8Array(PASSWORD_BYTES)));
      await users.update(user, 'password', password, '');
      setMade(password);
      onMade();
      setTaken(false);
      notify({ tone: 'good', text: 'Guardado' });
    });
  return (
    <>
      <p className="buttons">
        <button className="button quiet" type="button" aria-disabled={isBusy} onClick={() => void run(generate)}>
          Generar contraseña
        </button>
        {made && (
          <button className="button quiet" type="button" onClick={() => void copy(made, shown.current).then(setTaken)}>
            Copiar la contraseña
          </button>
        )}
      </p>
      <p role="status">
        {made && (
          <>
            Contraseña nueva: <strong ref={shown}>{made}</strong>. Pasásela ahora: no se vuelve a mostrar.
          </>
        )}
      </p>
    </>
  );
}
