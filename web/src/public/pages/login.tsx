import { useEffect, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { admin, ownPage } from '#contract/addresses/pages';
import { authenticate, isTemporary, missingStep, whyNot } from '../../offline/authenticate.ts';
import { isAdminCodeAtHand, loadAdminCode, AdminCodeMissing } from '../../browser/admin-code.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import type { Opening } from '../../log-in/opening.tsx';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';

interface Login {
  /** The page of this site to open after the log-in. */
  back: string;
}

export const page = definePage<Login>({
  style: 'rows',
  startsAtOnce: true,
  load: async (_, { query }) => ({ back: pageAfterLogin(query.get('volver')) }),
  head: () => ({
    title: 'Administrador web',
    description: 'Ingreso para el personal de la municipalidad.',
    noIndex: true,
  }),
  Page: ({ data: { back } }) => (
    <>
      <PageHead title="Administrador web" lead="Ingreso para el personal de la municipalidad." plane="plane-tax" />
      <div className="section">
        <LoginForm back={back} />
      </div>
    </>
  ),
});

const sessions = () => loadAdminCode(() => import('../../offline/outbox/session.ts'));

/** The second factor's part of the form. */
const steps = () => loadAdminCode(() => import('../../log-in/second-steps.tsx'));
type Steps = Awaited<ReturnType<typeof steps>>;

/**
 * Returns the token by which the server knows this device, undefined where there is none. Without it a log-in is
 * possible too, so nothing is requested that may fail for good: see `AdminCodeMissing`.
 */
async function tokenOf(username: string): Promise<string | undefined> {
  const read = async () => {
    if (!(await isAdminCodeAtHand())) return undefined;
    const { deviceToken } = await import('../../offline/outbox/device-token.ts');
    return deviceToken(username);
  };
  return withTimeout(TOKEN_LIMIT, read(), new Error('the token of this device was not read in time')).catch(
    () => undefined,
  );
}
/** Time limit for reading it, in ms. */
const TOKEN_LIMIT = 5000;

function LoginForm({ back }: Login) {
  const [errors, setErrors] = useState<{ username?: string; password?: string; alert?: string; canReload?: boolean }>(
    {},
  );
  const [isWaiting, setWaiting] = useState(false);
  /** The password is temporary: one's own is chosen. */
  const [isChoosing, setChoosing] = useState(false);
  const [step, setStep] = useState<{ missing: string; account: string; parts: Steps } | null>(null);
  const [made, setMade] = useState<{ account: string; codes: string[] } | null>(null);
  const [isShown, setShown] = useState(false);
  const secret = isShown ? 'text' : 'password';
  /** A log-in is on its way: it opens the back office itself. */
  const isEntering = useRef(false);
  const { above, below, instead } = useOpening(back, isEntering);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isEntering.current) return;
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username')).trim();
    const password = String(form.get('password'));
    const missing = {
      ...(username ? {} : { username: 'usuario es requerido' }),
      ...(password ? {} : { password: 'Contraseña es requerida' }),
    };
    setErrors(missing);
    if (!username || !password) {
      event.currentTarget.querySelector<HTMLElement>(username ? '#password' : '#username')?.focus();
      return;
    }
    // Browsers remember what was typed in a plain field.
    setShown(false);
    setWaiting(true);
    isEntering.current = true;
    try {
      const own = { next: String(form.get('next')), again: String(form.get('again')) };
      const asked = { username, password, device: await tokenOf(username) };
      const entered = await authenticate(asked, isChoosing ? own : undefined, step?.parts.secondStepIn(form));
      const { keepSession } = await sessions();
      await keepSession(entered);
      if (entered.recoveryCodes) setMade({ account: entered.user.username, codes: entered.recoveryCodes });
      else location.assign(back);
    } catch (failure) {
      const error = await withStep(failure, username);
      setErrors({ alert: whyNot(error), canReload: error instanceof AdminCodeMissing });
      setWaiting(false);
      isEntering.current = false;
    }
  }

  /** Shows what the log-in lacks. @returns why it was refused, or why that cannot be shown */
  async function withStep(error: unknown, account: string): Promise<unknown> {
    if (isTemporary(error)) setChoosing(true);
    const missing = missingStep(error);
    if (missing === null) return error;
    try {
      setStep({ missing, account, parts: await steps() });
      return error;
    } catch (failure) {
      return failure;
    }
  }

  if (made && step) {
    const { RecoveryCodes } = step.parts;
    return <RecoveryCodes {...made} onDone={() => location.assign(back)} />;
  }
  if (instead) return instead;
  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <noscript>
        <p className="alert">
          Para administrar el portal hace falta JavaScript: activalo en el navegador y volvé a cargar la página.
        </p>
      </noscript>
      {above}
      {errors.alert && (
        <p className="alert" role="alert">
          {errors.alert}
        </p>
      )}
      {errors.canReload && (
        <button className="button quiet" type="button" onClick={() => location.reload()}>
          Volver a cargar la página
        </button>
      )}
      <Field
        name="username"
        label="Usuario"
        type="text"
        autoComplete="username"
        error={errors.username}
        isHidden={isChoosing || step !== null}
      />
      <Field
        name="password"
        label="Contraseña"
        type={secret}
        autoComplete="current-password"
        error={errors.password}
        isHidden={isChoosing || step !== null}
      />
      {isChoosing && (
        <div hidden={step !== null}>
          <Field name="next" label="Contraseña nueva" type={secret} autoComplete="new-password" isFirst />
          <Field name="again" label="La nueva, otra vez" type={secret} autoComplete="new-password" />
        </div>
      )}
      {step && <step.parts.StepFields {...step} />}
      {!step && (
        <button
          className="button quiet scripted"
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          Mostrar la contraseña
        </button>
      )}
      {/* Not disabled: it keeps the focus for another attempt. */}
      <button className="button" type="submit" aria-disabled={isWaiting}>
        {isWaiting ? 'Ingresando…' : isChoosing && !step ? 'Guardar la contraseña e ingresar' : 'Ingresar'}
      </button>
      {isWaiting && <div className="progress" role="progressbar" aria-label="Ingresando" />}
      {below ?? (
        <p>
          ¿Te olvidaste la contraseña? Pedile otra a un administrador del portal o, si sos el único, a quien cuida el
          servidor.
        </p>
      )}
    </form>
  );
}

/** @returns what the code of staff adds to this page, once it is there: see `openLogIn` */
function useOpening(back: string, isEntering: RefObject<boolean>): Opening {
  const [opening, setOpening] = useState<Opening>({});
  useEffect(() => {
    let end = () => {};
    let isGone = false;
    let hasBegun = false;
    async function begin() {
      if (!(await isAdminCodeAtHand()) || isGone || hasBegun) return;
      hasBegun = true;
      const { openLogIn } = await loadAdminCode(() => import('../../log-in/opening.tsx'));
      if (!isGone) end = openLogIn({ back, isEntering: () => isEntering.current, show: setOpening });
    }
    const tryToBegin = () =>
      void begin().catch(() => {
        // The code cannot be read: the form is shown anyway.
      });
    tryToBegin();
    window.addEventListener('online', tryToBegin);
    return () => {
      isGone = true;
      window.removeEventListener('online', tryToBegin);
      end();
    };
  }, [back, isEntering]);
  return opening;
}

function Field({
  name,
  label,
  type,
  autoComplete,
  error,
  isHidden = false,
  isFirst = false,
}: {
  name: string;
  label: string;
  type: string;
  autoComplete: string;
  error?: string | undefined;
  isHidden?: boolean;
  /** It takes the focus when it appears. */
  isFirst?: boolean;
}) {
  return (
    <p hidden={isHidden}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        ref={isFirst ? takeFocus : undefined}
      />
      {error && (
        <span id={`${name}-error`} className="error">
          {error}
        </span>
      )}
    </p>
  );
}

const takeFocus = (input: HTMLElement | null) => input?.focus();

/** Returns the page to open after the log-in. Only pages of this site are accepted; others become the default. */
export function pageAfterLogin(asked: string | null): string {
  return ownPage(asked) ?? admin.list('story');
}
