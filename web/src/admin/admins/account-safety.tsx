import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { Session } from '../../offline/outbox/protocol/operation.ts';
import { useNotices } from '../parts/notices.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { newPasswordFault } from './password-fault.ts';
import type { PasswordPart } from './password-fault.ts';
import { Refusal } from '../field/use-editing.ts';
import { Tick } from '../parts/tick.tsx';
import { SecondFactor } from './second-factor.tsx';
import { useUserCalls } from './user-calls.ts';

type Fault = { part: PasswordPart; message: string };
const PARTS: readonly { part: PasswordPart; label: string; autoComplete: string }[] = [
  { part: 'current', label: 'Contraseña actual', autoComplete: 'current-password' },
  { part: 'next', label: 'Contraseña nueva', autoComplete: 'new-password' },
  { part: 'again', label: 'La nueva, otra vez', autoComplete: 'new-password' },
];

/** What lets a person in: their password, second factor and sessions. */
export function AccountSafety({ user }: { user: Session['user'] }) {
  /** How often the password was changed: that closes the other sessions. */
  const [changes, setChanges] = useState(0);
  return (
    <>
      <h2>Cambiar la contraseña</h2>
      <p className="aside">
        Al menos 8 caracteres; cuatro palabras sueltas se recuerdan bien. En los otros equipos donde hayas ingresado se
        va a cerrar la sesión.
      </p>
      <PasswordForm user={user} onDone={() => setChanges(changes + 1)} />

      <SecondFactor user={user} isOwn />
      <OpenSessions key={changes} user={user.id} isOwn />
    </>
  );
}

function PasswordForm({ user, onDone }: { user: Session['user']; onDone: () => void }) {
  const [isShown, setShown] = useState(false);
  const { fault, isWaiting, isDone, submit } = usePasswordChange(user.id, () => {
    setShown(false);
    onDone();
  });
  return (
    <form className="form-column" noValidate onSubmit={(event) => void submit(event)}>
      {/* For password managers, which store it with the new password. */}
      <input
        className="hidden-text"
        name="username"
        autoComplete="username"
        value={user.username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {PARTS.map((one) => (
        <PartField
          key={one.part}
          {...one}
          isShown={isShown}
          fault={fault?.part === one.part ? fault.message : undefined}
        />
      ))}
      <Tick label="Mostrar lo que escribo" checked={isShown} onChange={setShown} />
      <p className="buttons">
        {/* Not disabled: it keeps the focus for another attempt. */}
        <button className="button" type="submit" aria-disabled={isWaiting}>
          {isWaiting ? 'Un momento…' : 'Cambiar la contraseña'}
        </button>
      </p>
      <p role="status">
        {isDone && 'Listo: la próxima vez ingresá con la contraseña nueva. En este equipo seguís adentro.'}
      </p>
    </form>
  );
}

function PartField({
  part,
  label,
  autoComplete,
  isShown,
  fault,
}: (typeof PARTS)[number] & { isShown: boolean; fault: string | undefined }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="control"
        name={part}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-error`}
      />
      <p id={`${id}-error`} className="field-error" role="alert">
        {fault}
      </p>
    </div>
  );
}

/** Changes one's own password with what a form holds. @param onDone called after a change */
function usePasswordChange(userId: string, onDone: () => void) {
  const users = useUserCalls();
  const notify = useNotices();
  const [fault, setFault] = useState<Fault | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [isDone, setDone] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWaiting) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const [current, next, again] = PARTS.map(({ part }) => String(typed.get(part) ?? '')) as [string, string, string];
    const found = newPasswordFault({ current, next, again });
    setFault(found);
    setDone(false);
    if (found) return form.querySelector<HTMLElement>(`[name="${found.part}"]`)?.focus();
    setWaiting(true);
    try {
      await users.changeOwnPassword(userId, current, next);
      form.reset();
      setDone(true);
      onDone();
      notify({ tone: 'good', text: 'Guardado' });
    } catch (failure) {
      setFault({
        part: failure instanceof Refusal && failure.field === 'password' ? 'next' : 'current',
        message: (failure as Error).message,
      });
    } finally {
      setWaiting(false);
    }
  }
  return { fault, isWaiting, isDone, submit };
}
