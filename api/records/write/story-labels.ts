import { Problem } from '../../contract/problems.ts';
import type { Label } from '../../contract/records.ts';
import { labelFault, labelNames } from '../../contract/values/typed-labels.ts';
import { labelHash } from '../../contract/values/text.ts';
import type { Act, Outcome, WriteContext } from './operate.ts';

type NamedLabel = Pick<Label, 'id' | 'name'>;

function openLabelRows({ sql }: WriteContext) {
  return {
    byId: (id: string) => sql('SELECT id, name FROM label WHERE id = ?').get(id) as NamedLabel | undefined,
    add(storyId: string, { id, name }: NamedLabel): void {
      sql('INSERT OR IGNORE INTO label (id, name) VALUES (?, ?)').run(id, name);
      sql(`
        INSERT INTO story_label (story_id, label_id, position)
        SELECT @storyId, @id, coalesce(max(position), 0) + 1 FROM story_label WHERE story_id = @storyId`).run({
        storyId,
        id,
      });
    },
    remove(storyId: string, { id }: NamedLabel): void {
      sql('DELETE FROM story_label WHERE story_id = ? AND label_id = ?').run(storyId, id);
    },
  };
}

/** The writer's operations on the labels of stories. Each returns the story's labels as they are afterwards. */
export function openLabelWrites(context: WriteContext) {
  const { operate, existing } = context;
  const rows = openLabelRows(context);
  const labelsOf = (storyId: string): Label[] => existing('story', storyId).labels;

  function outcomeOf(storyId: string, action: 'add' | 'remove', before: Label[]): Outcome<Label[]> {
    const answer = labelsOf(storyId);
    const names = (labels: Label[]) => labels.map((label) => label.name);
    return {
      entry: { action, type: 'story', id: storyId, field: 'labels', before: names(before), after: names(answer) },
      answer,
    };
  }

  function addAll(act: Act, storyId: string, wanted: () => NamedLabel[]): Label[] {
    return operate(act, 'story', () => {
      const before = labelsOf(storyId);
      const missing = wanted().filter(({ id }) => !before.some((label) => label.id === id));
      if (missing.length === 0) return { unchanged: before };
      for (const label of missing) rows.add(storyId, label);
      return outcomeOf(storyId, 'add', before);
    });
  }

  return {
    /** Adds labels by their names, separated by commas, and creates those that do not exist yet. */
    createLabel(act: Act, storyId: string, typed: string): Label[] {
      const names = labelNames(typed);
      if (names.length === 0) {
        throw new Problem('value', { field: 'label', message: 'Escribí el nombre de la etiqueta.' });
      }
      const message = labelFault(names);
      if (message !== null) throw new Problem('value', { field: 'label', message });
      return addAll(act, storyId, () => names.map((name) => ({ id: labelHash(name), name })));
    },
    addLabel(act: Act, storyId: string, labelId: string): Label[] {
      return addAll(act, storyId, () => {
        const label = rows.byId(labelId);
        if (!label) throw new Problem('not-found');
        return [label];
      });
    },
    removeLabel(act: Act, storyId: string, labelId: string): Label[] {
      return operate(act, 'story', () => {
        const before = labelsOf(storyId);
        const label = before.find(({ id }) => id === labelId);
        if (!label) return { unchanged: before };
        rows.remove(storyId, label);
        return outcomeOf(storyId, 'remove', before);
      });
    },
  };
}
