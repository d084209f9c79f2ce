import { isTextPictureField } from '#contract/uploaded/alt-fields';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { ParkedChoices } from './parked-choices.tsx';

/** Says which pictures within the texts of a record were refused and why. @param operations of the record */
export function RefusedPictures({ operations }: { operations: readonly Operation[] }) {
  return operations
    .filter((operation) => isTextPictureField(operation.field) && isParked(operation))
    .map((operation) => (
      <section key={operation.opId} aria-label={`Imagen «${String(operation.body.name)}»`}>
        <p>
          La imagen «{String(operation.body.name)}» no se pudo enviar. El texto se guarda igual, y en el sitio se ve sin
          ella.
        </p>
        <ParkedChoices operation={operation} field={null} />
      </section>
    ));
}
