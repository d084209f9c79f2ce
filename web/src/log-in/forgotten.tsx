import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { PASSWORD_RESET, PASSWORD_RESET_USE, RESET_FRAGMENT } from '#contract/addresses/public-calls';
import { postJson } from '../browser/post-json.ts';

/** What the log-in page shows in the place of its own words about a forgotten password, or of its whole form. */
export interface Help {
  below?: ReactNode;
  instead?: ReactNode;
}
type Show = (help: Help) => void;

/**
 * Reset of a forgotten password by a link in a mail, loaded with the log-in page. The token of the link stands in the
 * part of the address that no server, log or referrer gets, and leaves it at once.
 * @returns whether the page was opened by such a link: nobody is led away from it then
 */
export function openHelp(show: Show): boolean {
  const { hash, pathname, search } = location;
  if (hash.startsWith(`#${RESET_FRAGMENT}`)) {
    history.replaceState(history.state, '', pathname + search);
    show({ instead: <NewPassword token={hash.slice(RESET_FRAGMENT.length + 1)} show={show} /> });
    return true;
  }
  void offer(show).catch(() => {
    // Without an answer the page says whom to ask.
  });
  return false;
}

async function offer(show: Show): Promise<void> {
  const answer = await fetch(PASSWORD_RESET);
  const { isOffered } = (await answer.json()) as { isOffered?: boolean };
  if (isOffered !== true) return;
  const below = (
    <button className="button quiet" type="button" onClick={() => show({ instead: <Ask show={show} /> })}>
      ¿Olvidaste tu contraseña?
    </button>
  );
  show({ below });
}

/** Back to the log-in. */
function toLogIn(show: Show): void {
  show({});
  void offer(show).catch(() => {});
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Posts, and returns why it was refused; null if it was not. */
async function refusal(path: string, body: object): Promise<{ status: number; message: string } | null> {
  try {
    return await postJson(path, body, async (answer) => {
      if (answer.ok) return null;
      const { message = '' } = (await answer.json()) as { message?: string };
      return { status: answer.status, message };
    });
  } catch {
    return { status: 0, message: 'No pudimos llegar al servidor. Revisá tu conexión y probá de nuevo.' };
  }
}

function Ask({ show }: { show: Show }) {
  const [fault, setFault] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const [isSent, setSent] = useState(false);
  const id = useId();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWaiting) return;
    const account = String(new FormData(event.currentTarget).get('account')).trim();
    if (account === '') return setFault('Escribí tu usuario o tu correo.');
    setWaiting(true);
    const refused = await refusal(PASSWORD_RESET, { account });
    setWaiting(false);
    setFault(refused?.message ?? '');
    setSent(refused === null);
  }
  if (isSent) {
    return (
      <div className="form">
        <Heading>Revisá tu correo</Heading>
        <p>
          Si hay una cuenta con ese usuario o ese correo, en unos minutos le llega un enlace para elegir otra
          contraseña. Sirve una vez, durante media hora.
        </p>
        <p>
          ¿No llegó? Mirá en el correo no deseado. Si tu usuario no tiene un correo anotado, pedile otra contraseña a un
          administrador del portal o, si sos el único, a quien cuida el servidor.
        </p>
        <Back show={show} />
      </div>
    );
  }
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <Heading>¿Olvidaste tu contraseña?</Heading>
      <p>Te mandamos un correo con un enlace para elegir otra.</p>
      <Fault words={fault} />
      <p>
        <label htmlFor={id}>Usuario o correo</label>
        <input id={id} name="account" type="text" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </p>
      <button className="button" type="submit" aria-disabled={isWaiting}>
        {isWaiting ? 'Enviando…' : 'Enviar el enlace'}
      </button>
      <Back show={show} />
    </form>
  );
}

function NewPassword({ token, show }: { token: string; show: Show }) {
  const [fault, setFault] = useState('');
  const [isOver, setOver] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [isShown, setShown] = useState(false);
  const id = useId();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWaiting) return;
    const form = new FormData(event.currentTarget);
    const password = String(form.get('next'));
    if (password === '') return setFault('Escribí la contraseña nueva.');
    if (password !== form.get('again')) {
      return setFault('Las dos contraseñas nuevas no son iguales. Escribilas otra vez.');
    }
    // Browsers remember what was typed in a plain field.
    setShown(false);
    setWaiting(true);
    const refused = await refusal(PASSWORD_RESET_USE, { token, password });
    setWaiting(false);
    setFault(refused?.message ?? '');
    if (refused === null) show({ instead: <Changed show={show} /> });
    else if (refused.status === 410) setOver(true);
  }
  if (isOver) {
    return (
      <div className="form">
        <Fault words={fault} />
        <button className="button" type="button" onClick={() => show({ instead: <Ask show={show} /> })}>
          Pedir otro enlace
        </button>
        <Back show={show} />
      </div>
    );
  }
  const fields = [
    ['next', 'Contraseña nueva'],
    ['again', 'La nueva, otra vez'],
  ] as const;
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <Heading>Elegí otra contraseña</Heading>
      <p>Al guardarla se cierran todas las sesiones abiertas de tu usuario.</p>
      <Fault words={fault} />
      {fields.map(([name, label]) => (
        <p key={name}>
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
          />
        </p>
      ))}
      <button className="button quiet" type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        Mostrar la contraseña
      </button>
      <button className="button" type="submit" aria-disabled={isWaiting}>
        {isWaiting ? 'Guardando…' : 'Guardar la contraseña'}
      </button>
    </form>
  );
}

function Changed({ show }: { show: Show }) {
  return (
    <div className="form">
      <Heading>Tu contraseña cambió</Heading>
      <p>Se cerraron las sesiones que tenía abiertas tu usuario. Ingresá con la contraseña nueva.</p>
      <button className="button" type="button" onClick={() => toLogIn(show)}>
        Ingresar
      </button>
    </div>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <h2 tabIndex={-1} ref={takeFocus}>
      {children}
    </h2>
  );
}

function Fault({ words }: { words: string }) {
  return (
    <p className={words === '' ? undefined : 'alert'} role="alert">
      {words}
    </p>
  );
}

function Back({ show }: { show: Show }) {
  return (
    <button className="button quiet" type="button" onClick={() => toLogIn(show)}>
      Volver al ingreso
    </button>
  );
}
