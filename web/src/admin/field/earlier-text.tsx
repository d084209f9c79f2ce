import type { useEditing } from './use-editing.ts';

/** Offers an unsaved text of a field that was found after its author had begun to type another one. */
export function EarlierText({
  edit: { hasEarlier, takeEarlier, dropEarlier },
}: {
  edit: Pick<ReturnType<typeof useEditing>, 'hasEarlier' | 'takeEarlier' | 'dropEarlier'>;
}) {
  if (!hasEarlier) return null;
  return (
    <p className="field-note" role="status">
      Hay otro texto tuyo sin guardar en este campo.{' '}
      <button className="link-button" type="button" onClick={takeEarlier}>
        Verlo
      </button>{' '}
      <button className="link-button" type="button" onClick={dropEarlier}>
        Descartarlo
      </button>
    </p>
  );
}
