import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from './icon.tsx';

/**
 * A search box that works as a plain form: it opens the results with the search words as `texto`. An empty box searches
 * the literal NULL, as everywhere.
 */
export function SearchForm({
  action,
  label,
  id,
  value = '',
  hidden = {},
}: {
  action: string;
  label: string;
  id: string;
  value?: string;
  hidden?: Record<string, string>;
}) {
  const navigate = useNavigate();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = [...new FormData(event.currentTarget)].map(([name, text]) => [name, String(text)]);
    void navigate(`${action}?${new URLSearchParams(data)}`);
  }
  return (
    <form className="search" role="search" aria-label={label} action={action} onSubmit={submit}>
      <label className="hidden-text" htmlFor={id}>
        {label}
      </label>
      <input
        key={value}
        id={id}
        type="search"
        name="texto"
        placeholder="Buscar"
        defaultValue={value}
        autoComplete="off"
        maxLength={200}
      />
      {Object.entries(hidden).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <button type="submit" aria-label="Buscar">
        <Icon name="search" />
      </button>
    </form>
  );
}
