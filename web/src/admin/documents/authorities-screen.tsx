import { useState } from 'react';
import { listRecords } from '#contract/lists';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { Disclosure } from '../parts/disclosures/disclosure.tsx';
import { menuIn } from '../parts/menu-edits.ts';
import { useMoving } from '../parts/order/moving.ts';
import { MoveHandle } from '../parts/order/move-handle.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { useReorder } from '../parts/order/reorder.ts';
import { StepButtons } from '../parts/order/step-buttons.tsx';
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
  const read = useRead('authorities', (store) => store.all('authority'));
  const held = read ? overlay('authority', read.value, read.laid).filter(({ isGone }) => !isGone) : [];
  const records = held.map(({ record }) => typedRecord('authority', record));
  const stored = listRecords('authority', records, { site: { menu: menuIn(documentValue(site)) } });
  const { names, open, move, saved } = useMoving(stored.map(({ id }) => id));
  const cards = names.flatMap((name) => stored.find(({ id }) => id === name) ?? []);
  const reordered = (from: number, to: number) => moved(names, from, to - from);
  async function save(authorities: readonly string[]): Promise<void> {
    move(authorities);
    saved(
      await attempt(async () => {
        const last = documentValue(await currentRecord(workspace, 'site', site)) as Record<string, Json>;
        const next = { ...menuIn(last), authorities: [...authorities] } as unknown as Json;
        await workspace.save(document('site', { ...last, menu: next }, { ...last }));
      }),
    );
  }
  const commit = () => open && void save(open.names);
  const { list, handle, step } = useReorder<HTMLOListElement>(
    (from, to) => move(reordered(from, to)),
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
