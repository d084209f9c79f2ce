import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { labelFault, labelNames } from '#contract/values/typed-labels';
import { calls } from '#contract/addresses/calls';
import type { Label } from '#contract/records';
import { labelHash } from '#contract/values/text';
import { labelAddition, labelRemoval } from '../workspace/new-operations.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { useUnsavedText } from '../changes/use-unsaved-text.ts';
import { useKnownLabels } from '../list/known-labels.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { fieldState } from '../field/field-state.ts';
import { labelsOf, operationOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';

const MOST = 8;

/**
 * The labels of a story. Enter adds the typed labels, separated by commas; an empty box is NULL and adds nothing.
 * Escape clears the suggestions, other keys load them (spec section 4): from the device, and from the server if it can
 * be reached.
 */
export function Labels({ shown }: { shown: Shown }) {
  const workspace = useWorkspace();
  const [error, setError] = useState('');
  const [wasSaved, setSaved] = useState(false);
  const { record, operations } = shown;
  const labels = labelsOf(record);
  const operation = operationOf('labels', operations);
  const state = fieldState({ field: 'labels', operations, isEditing: false, wasSaved });
  const id = useId();

  /** @returns whether the changes were stored */
  async function change(...changes: UnsignedOperation[]): Promise<boolean> {
    try {
      await workspace.saveAll(changes);
      setError('');
      setSaved(true);
      return true;
    } catch (failure) {
      setError((failure as Error).message);
      return false;
    }
  }
  /** @returns whether all typed labels were added; otherwise none was */
  async function add(typed: string): Promise<boolean> {
    const names = labelNames(typed);
    const fresh = names.filter((name) => !labels.some((one) => one.id === labelHash(name)));
    const fault =
      labelFault(names) ?? (names.length > 0 && fresh.length === 0 ? 'La noticia ya tiene esa etiqueta.' : '');
    if (fault !== '' || fresh.length === 0) {
      setError(fault);
      return fault === '';
    }
    // An earlier error stays until these are stored: leaving the screen meanwhile asks about them.
    return change(...fresh.map((name) => labelAddition(record.id, name)));
  }

  return (
    <FieldFrame
      className="field-labels"
      head={<label htmlFor={id}>Etiquetas</label>}
      state={state}
      operation={operation}
      onDropped={() => setSaved(false)}
    >
      {labels.length > 0 && (
        <ul className="label-chips">
          {labels.map((label) => (
            <li key={label.id}>
              #{label.name}
              <button
                type="button"
                aria-label={`Quitar la etiqueta ${label.name}`}
                onClick={() => void change(labelRemoval(record.id, label.id))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <LabelBox id={id} own={labels} add={add} fault={error} describedBy={`${id}-error ${id}-help`} />
      <p id={`${id}-error`} className="field-error" role="alert">
        {error}
      </p>
      <p id={`${id}-help`} className="field-hint">
        Se agrega con Enter o al salir del casillero; si son varias, separalas con comas.
      </p>
    </FieldFrame>
  );
}

function LabelBox({
  id,
  own,
  add,
  fault,
  describedBy,
}: {
  id: string;
  own: Label[];
  add: (typed: string) => Promise<boolean>;
  /** Why labels typed last could not be added; '' if they could. */
  fault: string;
  describedBy: string;
}) {
  const { typed, setTyped, addInstead } = useTypedLabels(id, add, fault);
  const { suggestions, active, open, close, move } = useSuggestionList(typed, own);
  const list = `${id}-list`;

  function choose(names: string) {
    close();
    void addInstead(names);
  }
  /** Adds the typed labels when the box is left, like other fields are saved. */
  function leave() {
    if (typed.trim() === '') close();
    else choose(typed);
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') return close();
    if (event.key === 'Enter') choose(suggestions[active]?.name ?? typed);
    else if (event.key === 'ArrowDown' && suggestions.length > 0) move(1);
    else if (event.key === 'ArrowUp' && suggestions.length > 0) move(-1);
    else return;
    event.preventDefault();
  }

  return (
    <div className="combo">
      <div className="combo-line">
        <input
          id={id}
          className="control"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={list}
          aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
          aria-describedby={describedBy}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={300}
          value={typed}
          onKeyDown={press}
          onBlur={leave}
          onChange={(event) => {
            setTyped(event.target.value);
            open();
          }}
        />
        <button className="button quiet" type="button" onClick={() => choose(typed)}>
          Agregar
        </button>
      </div>
      <Suggestions id={list} labels={suggestions} active={active} choose={({ name }) => choose(name)} />
    </div>
  );
}

/** The text in the box, which is added when the screen is left. `addInstead` adds labels in its place. */
function useTypedLabels(id: string, add: (typed: string) => Promise<boolean>, fault: string) {
  const hasFault = fault !== '';
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState(0);
  const isComplete = typed.trim() !== '' && !hasFault;

  /** @returns whether the labels were stored; otherwise they return to the box */
  async function addInstead(names: string): Promise<boolean> {
    setTyped('');
    setAdding((count) => count + 1);
    const isAdded = await add(names);
    setAdding((count) => count - 1);
    if (!isAdded) setTyped((now) => (now.trim() === '' ? names : `${names}, ${now}`));
    return isAdded;
  }
  useUnsavedText({
    value: typed,
    isUnsaved: typed.trim() !== '' || adding > 0,
    place: null,
    label: 'Etiquetas',
    savesItself: !hasFault,
    isTouched: true,
    controlId: id,
    isRefused: fault !== '',
    fault: () => fault || null,
    save: () => addInstead(typed),
    keep: async () => void (isComplete && (await addInstead(typed))),
  });
  const leaveScreen = useEffectEvent(() => {
    if (isComplete) void add(typed);
  });
  const hide = useEffectEvent(() => {
    if (isComplete && document.visibilityState === 'hidden') void addInstead(typed);
  });
  useEffect(() => {
    // A telephone may close what it has hidden.
    const onHide = () => hide();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      leaveScreen();
    };
  }, []);
  return { typed, setTyped, addInstead };
}

/**
 * The list of suggestions below the box: what is in it, and which one the arrow keys have chosen.
 * @returns `active`: index of that one, -1 for none; `move`: chooses the next (1) or the previous (-1) one, round the
 *   ends; the list must not be empty
 */
function useSuggestionList(typed: string, own: Label[]) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(typed);
  const suggestions = isOpen ? found.filter((one) => !own.some((other) => other.id === one.id)) : [];
  const count = suggestions.length;

  function show(isShown: boolean) {
    setOpen(isShown);
    setActive(-1);
  }
  return {
    suggestions,
    active,
    open: () => show(true),
    close: () => show(false),
    move: (step: 1 | -1) => setActive((before) => (before + step + count + (before < 0 && step < 0 ? 1 : 0)) % count),
  };
}

/** The known labels that fit what is typed. @param active index of the one chosen with the arrow keys; -1: none */
function Suggestions({
  id,
  labels,
  active,
  choose,
}: {
  id: string;
  labels: Label[];
  active: number;
  choose: (label: Label) => void;
}) {
  return (
    <div
      id={id}
      className="combo-list"
      role="listbox"
      aria-label="Etiquetas que ya existen"
      hidden={labels.length === 0}
    >
      {labels.map((label, at) => (
        <div
          key={label.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          // Without this a press would take the focus from the box, which closes the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(label)}
        >
          #{label.name}
        </div>
      ))}
    </div>
  );
}

function useSuggestions(typed: string): Label[] {
  const { callApi } = useWorkspace();
  const { isOnline } = useWorkspaceState();
  const [served, setServed] = useState<Label[]>([]);
  const known = useKnownLabels();
  const hash = labelHash(typed);
  useEffect(() => {
    if (!hash || !isOnline) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      callApi(calls.labelSuggestions(hash)).then(
        ({ status, body }) => {
          if (isCurrent && status === 200 && Array.isArray(body)) setServed(body as Label[]);
        },
        () => {
          // The server cannot be reached: the device's own suggestions remain.
        },
      );
    }, 150);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [callApi, hash, isOnline]);
  return suggestionsFor(hash, [...served, ...known]);
}

/** Returns the known labels that start with the typed text, without duplicates. */
function suggestionsFor(hash: string, known: Label[]): Label[] {
  if (!hash) return [];
  const fitting = new Map(known.filter(({ id }) => id.startsWith(hash)).map((label) => [label.id, label]));
  return [...fitting.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MOST);
}
