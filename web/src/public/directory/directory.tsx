import { useEffect, useRef, useState } from 'react';
import { pages } from '#contract/addresses/pages';
import { alternativesIn } from '#contract/town/synonyms';
import type { Synonyms } from '#contract/town/synonyms';
import { titlekey } from '#contract/values/text';
import { Email } from '../../components/email.tsx';
import { Link } from '../../components/link.tsx';
import { Phones } from '../../components/phones.tsx';
import { didYouMean } from '../did-you-mean.ts';
import { filtered, named } from './entries.ts';
import type { Entry, Group } from './entries.ts';

/** Time, in ms, without a key after which the portal is searched for what the filter does not find. */
const PAUSE = 300;

/** What the portal's search finds, which forgives a slip. */
interface Meant {
  typed: string;
  names: string[];
  instead: string[] | undefined;
}

/** The directory by groups, with an index of them; where there is a script, also with a filter as one types. */
export function Directory({
  groups,
  town,
  synonyms,
}: {
  groups: Group[];
  town: string;
  synonyms?: Synonyms[] | undefined;
}) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the application was there.
  useEffect(() => setTyped(input.current?.value ?? ''), []);
  const own = filtered(groups, typed, alternativesIn(synonyms));
  const meant = useMeant(own.length > 0 ? '' : typed.trim());
  const shown = meant ? named(groups, meant.names) : own;
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
        {own.length === 0 && (
          <>
            {shown.length === 0
              ? `Ningún teléfono con «${typed}».`
              : meant?.instead
                ? didYouMean(typed, meant.instead)
                : `Tienen que ver con «${typed}»:`}{' '}
            <Link to={pages.search(typed)}>Buscar en todo el sitio</Link>
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

/** Searches the portal for what was typed. @returns null until there is an answer; '' is not searched */
function useMeant(typed: string): Meant | null {
  const [meant, setMeant] = useState<Meant | null>(null);
  useEffect(() => {
    if (!typed) return;
    const timer = setTimeout(() => {
      import('../../offline/reading/reading.ts')
        .then(({ read }) => read((reader) => reader.search(typed, 1)))
        .then(
          ({ data: { items, instead } }) =>
            setMeant({ typed, names: items.flatMap(({ phones, title }) => (phones ? title : [])), instead }),
          () => {},
        );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return meant?.typed === typed ? meant : null;
}

const Row = ({
  entry: { anchor, name, phones, extension, always, notes, email },
  town,
}: {
  entry: Entry;
  town: string;
}) => (
  <li id={anchor || undefined}>
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
