import { useId, useState } from 'react';
import { calls } from '#contract/addresses/calls';
import { SECOND_FACTOR_RULES } from '#contract/messages/second-factor';
import type { SecondFactorRule } from '#contract/messages/second-factor';
import { Select } from '../../fields/select.tsx';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useUserCalls, useUsers } from './user-calls.ts';

const WORDS = {
  nobody: 'De nadie: la activa quien quiere',
  admins: 'De los administradores',
  everybody: 'De todas las personas',
} as const satisfies Record<SecondFactorRule, string>;

/** Of whom the second factor is required, for Admins. */
export function RequiredFactor() {
  const { post } = useUserCalls();
  const notify = useNotices();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const [tries, setTries] = useState(0);
  const [loaded] = useUsers<{ value: SecondFactorRule }>(calls.secondFactorRule(), tries);
  const id = useId();
  if (loaded.is !== 'loaded') return null;
  const set = (value: SecondFactorRule) =>
    run(() =>
      attempt(async () => {
        await post(calls.secondFactorRule(), { value });
        setTries((before) => before + 1);
        notify({ tone: 'good', text: 'Guardado' });
      }),
    );
  return (
    <section className="form-column safety" aria-label="Verificación en dos pasos">
      <h2>Verificación en dos pasos</h2>
      <p className="field">
        <label htmlFor={id}>Es obligatoria</label>
        <Select
          id={id}
          className="control"
          value={loaded.value.value}
          aria-disabled={isBusy}
          onPick={(picked) => {
            const value = SECOND_FACTOR_RULES.find((one) => one === picked);
            if (value) void set(value);
          }}
        >
          {SECOND_FACTOR_RULES.map((rule) => (
            <option key={rule} value={rule}>
              {WORDS[rule]}
            </option>
          ))}
        </Select>
      </p>
      <p className="field-hint">
        Quien todavía no la tiene la configura la próxima vez que ingresa. El código se pide solo al ingresar: en el
        campo se trabaja como siempre.
      </p>
    </section>
  );
}
