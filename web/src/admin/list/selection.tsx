import { useId, useState } from 'react';
import { labelFault, labelNames } from '#contract/values/typed-labels';
import type { RecordEntity } from '#contract/record-types';
import type { Shown } from '../workspace/overlay.ts';
import { bulkActsOf, verbOf } from './bulk.ts';
import type { BulkAct } from './bulk.ts';
import { useKnownLabels } from './known-labels.ts';
import { useRemoval } from './removal.ts';
import { counted } from '../parts/words/removal-words.ts';
import { useBulk } from './use-bulk.ts';
import type { Progress } from './use-bulk.ts';

const NOTHING: ReadonlyMap<string, Shown> = new Map();

/**
 * Manages the selected rows, as they were shown, across pages.
 * @param among identifies the rows to select from: when it changes, the selection is cleared, because selected rows
 *   might no longer be listed
 */
export function useSelection(among: string) {
  const [ticked, setTicked] = useState({ among, rows: NOTHING });
  const chosen = ticked.among === among ? ticked.rows : NOTHING;
  return {
    chosen,
    clear: () => setTicked({ among, rows: NOTHING }),
    set(rows: readonly Shown[], isChosen: boolean) {
      const next = new Map(chosen);
      for (const row of rows) {
        if (isChosen) next.set(row.record.id, row);
        else next.delete(row.record.id);
      }
      setTicked({ among, rows: next });
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;

/** Bulk actions on the selected rows, with one confirmation that gives their number. */
export function SelectionBar({ entity, selection: { chosen, clear } }: { entity: RecordEntity; selection: Selection }) {
  const remove = useRemoval(entity);
  const { progress, run } = useBulk(entity);
  const [isLabelling, setLabelling] = useState(false);
  const rows = [...chosen.values()];
  const { statuses, isHighlighted, hasLabels } = bulkActsOf(entity);
  const areHighlighted = rows.every(({ record }) => record.highlight === 1);
  const acts: BulkAct[] = [
    ...statuses.map((to) => ({ is: 'status', to }) as const),
    ...(isHighlighted ? [{ is: 'highlight', to: areHighlighted ? 0 : 1 } as const] : []),
  ];
  const act = (one: BulkAct) => void run(rows, one).then((isDone) => isDone && clear());
  return (
    <div className="selection-bar" role="region" aria-label="Selección">
      <p role="status">
        {rows.length > 0 && (progress ? doing(progress) : `Elegiste ${counted(entity, rows.length)}.`)}
      </p>
      {progress && <progress value={progress.done} max={progress.of} aria-label="Avance" />}
      {rows.length > 0 && !progress && (
        <p className="buttons">
          {acts.map((one) => (
            <button key={verbOf(one)} className="button quiet" type="button" onClick={() => act(one)}>
              {verbOf(one)}
            </button>
          ))}
          {hasLabels && (
            <button
              className="button quiet"
              type="button"
              aria-expanded={isLabelling}
              onClick={() => setLabelling(!isLabelling)}
            >
              Etiquetas
            </button>
          )}
          <button
            className="button quiet danger"
            type="button"
            onClick={() => void remove(rows).then((isDone) => isDone && clear())}
          >
            Eliminar
          </button>
          <button className="link-button" type="button" onClick={clear}>
            Quitar la selección
          </button>
        </p>
      )}
      {rows.length > 0 && !progress && hasLabels && isLabelling && <LabelForm act={act} />}
    </div>
  );
}

const doing = ({ done, of }: Progress) => `Guardando en este dispositivo: ${done} de ${of}.`;

/** Labels to add to the selected rows, or to take from them. */
function LabelForm({ act }: { act: (act: BulkAct) => void }) {
  const id = useId();
  const known = useKnownLabels();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  function take(is: 'label-add' | 'label-remove') {
    const names = labelNames(typed);
    const wrong = names.length === 0 ? 'Escribí una etiqueta.' : (labelFault(names) ?? '');
    setFault(wrong);
    if (wrong === '') act({ is, names });
  }
  return (
    <form
      className="selection-labels"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        take('label-add');
      }}
    >
      <label htmlFor={id}>Etiquetas, separadas por comas</label>
      <input
        id={id}
        className="control"
        list={`${id}-known`}
        autoComplete="off"
        maxLength={300}
        value={typed}
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-error`}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={`${id}-known`}>
        {known.map(({ id: label, name }) => (
          <option key={label}>{name}</option>
        ))}
      </datalist>
      <button className="button quiet" type="submit">
        Poner
      </button>
      <button className="button quiet" type="button" onClick={() => take('label-remove')}>
        Sacar
      </button>
      <p id={`${id}-error`} className="field-error" role="alert">
        {fault}
      </p>
    </form>
  );
}
