import { useState } from 'react';
import { listRecords } from '#contract/lists';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { Disclosure } from '../parts/disclosures/disclosure.tsx';
import { menuIn } from '../parts/menu-edits.ts';
import { MoveHandle } from '../parts/move-handle.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { useReorder } from '../parts/reorder.ts';
import { StepButtons } from '../parts/step-buttons.tsx';
import { moved } from '../parts/words/document-paths.ts';
import { currentRecord } from '../workspace/current-record.ts';
import { document } from '../workspace/new-operations.ts';
import { overlay } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { documentValue, useDocument } from '../workspace/use-document.ts';
import { useRead, useWorkspace } from '../workspace/workspace.ts';

/** The list of authorities, with the order above it in which residents see them. */
export function AuthoritiesScreen() {
  const site = useDocument('site');
  return <ListScreen entity="authority">{site && <AuthorityOrder site={site} />}</ListScreen>;
}

/** The order is part of the menu in the document Sitio, and saved as soon as something was moved. */
function AuthorityOrder({ site }: { site: Shown }) {
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const [isOpen, setOpen] = useState(false);
  /** The order while something is moved. */
  const [moving, setMoving] = useState<readonly string[] | null>(null);
  const read = useRead('authorities', (store) => store.all('authority'));
  const held = read ? overlay('authority', read.value, read.laid).filter(({ isGone }) => !isGone) : [];
  const menu = menuIn(documentValue(site));
  const cards = listRecords(
    'authority',
    held.map(({ record }) => typedRecord('authority', record)),
    { site: { menu: moving ? { ...menu, authorities: [...moving] } : menu } },
  );
  const reordered = (from: number, to: number) =>
    moved(
      cards.map(({ id }) => id),
      from,
      to - from,
    );
  async function save(authorities: readonly string[]): Promise<void> {
    setMoving(authorities);
    await attempt(async () => {
      const stored = documentValue(await currentRecord(workspace, 'site', site)) as Record<string, Json>;
      const next = { ...menuIn(stored), authorities: [...authorities] } as unknown as Json;
      await workspace.save(document('site', { ...stored, menu: next }, { ...stored }));
    });
    setMoving(null);
  }
  const commit = () => moving && void save(moving);
  const { list, handle, step } = useReorder<HTMLOListElement>(
    (from, to) => setMoving(reordered(from, to)),
    (from, to) => void save(reordered(from, to)),
    commit,
  );
  if (cards.length < 2) return null;
  return (
    <div className="above disclosures">
      <Disclosure
        title="Orden en el sitio"
        essential={cards.map(({ position }) => position).join(' · ')}
        fields={[]}
        isOpen={isOpen}
        open={() => setOpen(true)}
        close={() => setOpen(false)}
        level={2}
      >
        <ol ref={list} className="rows whole" aria-label="Orden de las autoridades">
          {cards.map(({ id, name, position }, at) => (
            <li key={id}>
              <span>
                <b>{position}</b> {name}
              </span>
              <span className="disclosure-tools">
                <StepButtons name={position} at={at} count={cards.length} step={step} signs={['↑', '↓']} />
                <MoveHandle name={position} {...handle(at)} onKeyUp={commit} onBlur={commit} />
              </span>
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
