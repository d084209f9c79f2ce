import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DateRange } from '#contract/values/dates';

/** A plain form for a date range that works without a script: `desde` and `hasta` in the query. */
export function DateRangeForm({
  action,
  range,
  min,
  max,
  onAsk,
}: {
  action: string;
  range: DateRange | null;
  min?: string;
  max?: string;
  onAsk?: () => void;
}) {
  const navigate = useNavigate();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = [...new FormData(event.currentTarget)].map(([name, text]) => [name, String(text)]);
    onAsk?.();
    void navigate(`${action}?${new URLSearchParams(data)}`);
  }
  return (
    <form className="dates" action={action} onSubmit={submit} key={`${range?.from}${range?.to}`}>
      <label>
        Desde <input type="date" name="desde" required defaultValue={range?.from} min={min} max={max} />
      </label>
      <label>
        Hasta <input type="date" name="hasta" defaultValue={range?.to} min={min} max={max} />
      </label>
      <button className="button" type="submit">
        Ver esos días
      </button>
    </form>
  );
}
