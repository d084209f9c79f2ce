import { useState } from 'react';
import { Link } from '../../components/link.tsx';
import { admin } from '#contract/addresses/pages';
import type { RecordEntity } from '#contract/record-types';
import { isReadable } from '#contract/visibility';
import { showField } from '../parts/focus/show-field.ts';
import { awaitedWords } from '../parts/words/awaited-words.ts';
import { seenOnSiteWords } from '../parts/words/status-words.ts';
import { isOnSite } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';

/**
 * At the foot of a record that looks public here and is not so on the site: why, and what can be done. Once it is on
 * the site, that it is.
 */
export function AwaitedBar({ entity, shown, isHolding }: { entity: RecordEntity; shown: Shown; isHolding: boolean }) {
  const awaited = awaitedWords(entity, shown, useWorkspaceState());
  const isOn = isOnSite(entity, shown);
  const [wasAway, setWasAway] = useState(false);
  // What is changed without publishing is not on the site.
  const isAway = !isHolding && (wasAway || (awaited !== null && !isOn));
  if (isAway !== wasAway) setWasAway(isAway);
  const [is, so] = seenOnSiteWords(entity, shown.served ?? shown.record);
  if (!awaited)
    return wasAway && isOn && isReadable(entity, shown.record) ? (
      <section className="awaited-bar" data-is="there" aria-label="Publicación">
        <p role="status">
          <b>{is}:</b> {so}
        </p>
      </section>
    ) : null;
  const { is: how, lack, reason, advice } = awaited;
  return (
    <section className="awaited-bar" data-is={how} aria-label="Qué falta para que se vea">
      <p role="status">
        <b>{lack}.</b> {reason}.{advice && ` ${advice}.`}
      </p>
      {how === 'asked' && (
        <button className="button" type="button" onClick={() => showField('main .parked')}>
          Ver qué elegir
        </button>
      )}
      {how === 'waiting' && (
        <Link className="button quiet" to={admin.pending()}>
          Ver lo que falta enviar
        </Link>
      )}
    </section>
  );
}
