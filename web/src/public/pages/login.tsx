import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { admin, ownPage } from '#contract/addresses/pages';
import { authenticate, whyNot } from '../../browser/authenticate.ts';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';

interface Login {
  /** The page to go to after the log-in, one of this site's. */
  back: string;
}

export const page = definePage<Login>({
  style: 'lists',
  load: async (_, { query }) => ({ back: backTo(query.get('volver')) }),
  head: () => ({ title: 'Administrador web', description: 'Ingreso para el personal de la municipalidad.' }),
  Page: ({ data: { back } }) => (
    <>
      <PageHead title="Administrador web" lead="Ingreso para el personal de la municipalidad." plane="plane-tax" />
      <div className="section"><LoginForm back={back} /></div>
    </>
  ),
});

function LoginForm({ back }: { back: string }) {
  const [errors, setErrors] = useState<{ username?: string; password?: string; alert?: string }>({});
  const [isWaiting, setWaiting] = useState(false);

  // Who is logged in already has nothing to do here (spec section 2.2).
  useEffect(() => {
    void import('../../offline/outbox/session.ts').then(async ({ isLoggedIn }) => {
      if (await isLoggedIn()) location.replace(back);
    }).catch(() => {
      // The device's store cannot be read: the form is there.
    });
  }, [back]);

  // This page is where a log-out leads, with or without a network.
  useEffect(() => {
    let end = () => {};
    let isGone = false;
    void import('../../offline/outbox/page-triggers.ts').then(({ endSessionsWithPage }) => {
      if (!isGone) end = endSessionsWithPage();
    }).catch(() => {});
    return () => {
      isGone = true;
      end();
    };
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username')).trim();
    const password = String(form.get('password'));
    const missing = { ...(username ? {} : { username: 'usuario es requerido' }), ...(password ? {} : { password: 'Contraseña es requerida' }) };
    setErrors(missing);
    if (!username || !password) {
      event.currentTarget.querySelector<HTMLElement>(username ? '#password' : '#username')?.focus();
      return;
    }
    setWaiting(true);
    try {
      const session = await authenticate(username, password);
      const { keepSession } = await import('../../offline/outbox/session.ts');
      await keepSession(session);
      location.assign(back);
    } catch (error) {
      setErrors({ alert: whyNot(error) });
      setWaiting(false);
    }
  }

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <noscript><p className="alert">Para administrar el portal hace falta JavaScript: activalo en el navegador y volvé a cargar la página.</p></noscript>
      {errors.alert && <p className="alert" role="alert">{errors.alert}</p>}
      <Field name="username" label="Usuario" type="text" autoComplete="username" error={errors.username} />
      <Field name="password" label="Contraseña" type="password" autoComplete="current-password" error={errors.password} />
      <button className="button" type="submit" disabled={isWaiting}>{isWaiting ? 'Ingresando…' : 'Ingresar'}</button>
      {isWaiting && <div className="progress" role="progressbar" aria-label="Ingresando" />}
    </form>
  );
}

function Field({ name, label, type, autoComplete, error }: { name: string; label: string; type: string; autoComplete: string; error: string | undefined }) {
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type={type} autoComplete={autoComplete} autoCapitalize="none" spellCheck={false} aria-invalid={error !== undefined}
        aria-describedby={error ? `${name}-error` : undefined} />
      {error && <span id={`${name}-error`} className="error">{error}</span>}
    </p>
  );
}

/** Where the log-in leads that was asked to lead there: only a page of this site may be the next one. */
export function backTo(asked: string | null): string {
  return ownPage(asked) ?? admin.list('story');
}
