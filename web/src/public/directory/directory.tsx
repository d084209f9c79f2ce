import { useEffect, useRef, useState } from 'react';
import { pages } from '#contract/addresses/pages';
import { titlekey } from '#contract/values/text';
import { Email } from '../../components/email.tsx';
import { Link } from '../../components/link.tsx';
import { Phones } from '../../components/phones.tsx';
import { filtered } from './entries.ts';
import type { Entry, Group } from './entries.ts';

/** The directory by groups, with an index of them; where there is a script, also with a filter as one types. */
export function Directory({ groups, town }: { groups: Group[]; town: string }) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the application was there.
  useEffect(() => setTyped(input.current?.value ?? ''), []);
  const shown = filtered(groups, typed);
  return (
    <>
      <div className="form scripted">
        <label>
          Buscar un teléfono
          <input
            ref={input}
            type="search"
            autoComplete="off"
            maxLength={60}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      </div>
      <nav aria-label="Grupos de teléfonos">
        <ul className="chips">
          {shown.map(([name]) => (
            <li key={name}>
              <a href={`#${titlekey(name)}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <p role="status">
        {shown.length === 0 && (
          <>
            Ningún teléfono con «{typed}». <Link to={pages.search(typed)}>Buscar en todo el sitio</Link>
          </>
        )}
      </p>
      {shown.map(([name, entries]) => (
        <section key={name} aria-labelledby={titlekey(name)}>
          <div className="heading">
            <h2 id={titlekey(name)}>{name}</h2>
          </div>
          <ul className="rows directory">
            {entries.map((entry, at) => (
              <Row key={at} entry={entry} town={town} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const Row = ({ entry: { name, phones, extension, always, notes, email }, town }: { entry: Entry; town: string }) => (
  <li>
    <div>
      <h3>{name}</h3>
      {(always || notes) && (
        <p>
          {always && <b className="always">24 h</b>}
          {always && notes && ' · '}
          {notes}
        </p>
      )}
      {email && (
        <p>
          <Email address={email} />
        </p>
      )}
    </div>
    <div className="phones">
      {phones.map((phone) => (
        <Phones key={phone} className="phone" typed={phone} town={town} />
      ))}
      {extension && <small>int. {extension}</small>}
    </div>
  </li>
);
