import { altField } from '#contract/uploaded/alt-fields';
import { altText } from '#contract/uploaded/alt-text';
import { EditField } from '../field/edit-field.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { currentRecord } from '../workspace/current-record.ts';
import { pictureAlt } from '../workspace/new-operations.ts';
import type { AltOwner } from '../workspace/new-operations.ts';
import { altOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** How to write a good description. */
export const ALT_HINT = 'Contá lo que se ve y por qué importa, en una oración. No empieces con «imagen de».';
const NO_ALT = 'Sin descripción: quien no puede ver la imagen no sabe qué muestra.';

/**
 * Field for the description of what a picture shows. It is recommended, not required.
 * @param picture its stored name; the picture itself may still wait to be sent
 * @param number its position, if there are several
 * @param former description of the picture that this one has replaced, to be used again
 */
export function AltField({
  owner,
  shown,
  picture,
  number,
  former = '',
}: {
  owner: AltOwner;
  shown: Shown;
  picture: string;
  number?: number;
  former?: string;
}) {
  const workspace = useWorkspace();
  const { record, operations } = shown;
  const name = altField(picture);
  const stored = altOf(shown, picture);
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const save = (value: string, base: string) => workspace.save(pictureAlt(owner, record.id, picture, value, base));
  const saveFormer = () =>
    attempt(async () => save(former, altOf(await currentRecord(workspace, owner, shown), picture)));
  // For several pictures the hint is shown once, above them.
  const notes = [number === undefined && ALT_HINT, stored === '' && NO_ALT].filter(Boolean);
  return (
    <div className="alt">
      <EditField
        key={picture}
        name={name}
        place={{ entity: owner, recordId: record.id, field: name }}
        field={number === undefined ? altText : { ...altText, label: `${altText.label} ${number}` }}
        stored={stored}
        operations={operations}
        note={notes.length > 0 ? notes.join(' ') : undefined}
        save={(value, base) => save(String(value), String(base))}
      />
      {stored === '' && former !== '' && (
        <p className="field-note" role="status">
          La imagen anterior decía: «{former}».{' '}
          <button className="link-button" type="button" aria-disabled={isBusy} onClick={() => void run(saveFormer)}>
            Usar esa descripción
          </button>
        </p>
      )}
    </div>
  );
}
