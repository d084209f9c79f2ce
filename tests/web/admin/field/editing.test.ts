import { describe, expect, it } from 'vitest';
import { day, line } from '#contract/fields';
import type { Field } from '#contract/fields';
import { isChanged, NOT_EDITING, stepEditing } from '../../../../web/src/admin/field/editing.ts';
import type { Editing, EditingEffect, EditingEvent } from '../../../../web/src/admin/field/editing.ts';
import type { Json } from '../../../../web/src/offline/outbox/protocol/operation.ts';

const TITLE = line('Título');
const DATE = day('Fecha');

/** Opens a field that shows `stored`, and records the effects of events. */
function openField(stored: Json = 'Uno', of: Field = TITLE, { isSearched = true } = {}) {
  let state: Editing = { ...NOT_EDITING, isSearched };
  const effects: EditingEffect[] = [];
  function happen(event: EditingEvent): EditingEffect[] {
    const step = stepEditing(state, event, of);
    state = step.state;
    effects.push(...step.effects);
    return step.effects;
  }
  return {
    happen,
    type: (value: string) => happen({ type: 'typed', value, stored }),
    pick: (value: string) => happen({ type: 'picked', value, stored }),
    leave: () => happen({ type: 'left' }),
    find: (value: string, base = 'Uno') => happen({ type: 'draft-found', draft: { value, base }, stored }),
    findNone: () => happen({ type: 'draft-found', draft: null, stored }),
    leaveScreen: (savesItself = true) => happen({ type: 'screen-left', savesItself }),
    get state() {
      return state;
    },
    get shown() {
      return state.typing?.value ?? stored;
    },
  };
}

const save = (value: string, base = 'Uno') => ({ type: 'save', value, base });
const draft = (value: string, base = 'Uno') => ({ type: 'keep-draft', draft: { value, base } });
const DROP = { type: 'drop-draft' };

describe('a text', () => {
  it('is stored as a draft shortly after it was typed, and saved in its canonical form when the field is left', () => {
    const field = openField();
    expect(field.type('Dos ')).toEqual([{ type: 'plan-draft' }]);
    expect(field.happen({ type: 'draft-due' })).toEqual([draft('Dos ')]);
    expect(field.leave()).toEqual([save('Dos')]);
    expect(field.happen({ type: 'saved', value: 'Dos' })).toEqual([DROP]);
    expect(field.state).toMatchObject({ typing: null, wasSaved: true, saved: 'Dos' });
  });

  it('is based on what its author saw when they began, whatever the field has shown since', () => {
    const field = openField();
    field.type('Dos');
    field.happen({ type: 'typed', value: 'Dos y medio', stored: 'of somebody else' });
    expect(field.leave()).toEqual([save('Dos y medio')]);
  });

  it('that equals the old value is dropped and never sent', () => {
    const field = openField();
    field.type('Uno ');
    expect(isChanged(field.state, TITLE)).toBe(false);
    expect(field.leave()).toEqual([DROP]);
    expect(field.state.typing).toBeNull();
  });

  it('that is invalid stays with the reason, also as a draft, until it is valid', () => {
    const field = openField('2026-03-15', DATE);
    field.type('31-02');
    expect(field.leave()).toEqual([draft('31-02', '2026-03-15')]);
    expect(field.state.error).not.toBeNull();
    expect(field.shown).toBe('31-02');
    field.type('31-0');
    expect(field.state.error).not.toBeNull();
    field.type('31-03-2026');
    expect(field.state.error).toBeNull();
  });

  it('that could not be stored stays with the reason, also as a draft, and can be saved again', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    expect(field.happen({ type: 'save-failed', message: 'No queda lugar' })).toEqual([draft('Dos')]);
    expect(field.state).toMatchObject({ error: 'No queda lugar', typing: { value: 'Dos', base: 'Uno' } });
    expect(field.leave()).toEqual([save('Dos')]);
  });

  it('whose author declines the save is replaced by the stored value', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    expect(field.happen({ type: 'save-declined' })).toEqual([DROP]);
    expect(field.shown).toBe('Uno');
    expect(field.state.wasSaved).toBe(false);
  });

  it('whose author wants to look at it once more stays as it was typed, and can be saved again', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    expect(field.happen({ type: 'save-postponed' })).toEqual([draft('Dos')]);
    expect(field.state).toMatchObject({ error: null, isPutOff: true, typing: { value: 'Dos', base: 'Uno' } });
    expect(field.leave()).toEqual([save('Dos')]);
    expect(field.state.isPutOff).toBe(false);
  });

  it('can be discarded, and be refused with a reason', () => {
    const field = openField();
    field.type('Dos');
    expect(field.happen({ type: 'reverted' })).toEqual([DROP]);
    expect(field.shown).toBe('Uno');
    field.type('Tres');
    expect(field.happen({ type: 'refused', message: 'No es una imagen' })).toEqual([DROP]);
    expect(field.state).toMatchObject({ typing: null, error: 'No es una imagen' });
    // Whoever comes back and leaves it as it is has nothing to correct.
    expect(field.leave()).toEqual([]);
    expect(field.state.error).toBeNull();
  });
});

describe('during a save', () => {
  it('further typing is based on what is being saved, and waits until the field is left', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    field.type('Dos y medio');
    expect(field.happen({ type: 'saved', value: 'Dos' })).toEqual([]);
    expect(field.shown).toBe('Dos y medio');
    expect(field.leave()).toEqual([save('Dos y medio', 'Dos')]);
  });

  it('what is chosen is saved after it, and only one save is under way', () => {
    const field = openField();
    expect(field.pick('Dos')).toEqual([save('Dos')]);
    expect(field.pick('Tres')).toEqual([]);
    expect(field.happen({ type: 'saved', value: 'Dos' })).toEqual([save('Tres', 'Dos')]);
    expect(field.happen({ type: 'saved', value: 'Tres' })).toEqual([DROP]);
  });

  it('text typed and left is kept, and tried again when the save fails', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    field.type('Tres');
    field.leave();
    expect(field.happen({ type: 'save-failed', message: 'No queda lugar' })).toEqual([draft('Tres'), save('Tres')]);
  });

  it('a save that was declined starts no other one later', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    field.leave();
    field.happen({ type: 'save-declined' });
    field.type('Tres');
    field.leave();
    field.type('Cuatro');
    expect(field.happen({ type: 'saved', value: 'Tres' })).toEqual([]);
    expect(field.shown).toBe('Cuatro');
  });

  it('what is being saved cannot be discarded', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    expect(field.happen({ type: 'reverted' })).toEqual([]);
    expect(field.shown).toBe('Dos');
    expect(field.happen({ type: 'saved', value: 'Dos' })).toEqual([DROP]);
  });

  it('discarding further typing does not undo it', () => {
    const field = openField();
    field.type('Dos');
    field.leave();
    field.type('Tres');
    field.happen({ type: 'reverted' });
    expect(field.happen({ type: 'saved', value: 'Dos' })).toEqual([]);
    expect(field.state).toMatchObject({ typing: null, wasSaved: true, saved: 'Dos' });
  });
});

describe('a draft', () => {
  it('that is found is shown again, and not saved merely because its screen is left', () => {
    const field = openField();
    expect(field.find('Do')).toEqual([]);
    expect(field.state).toMatchObject({ typing: { value: 'Do', base: 'Uno' }, isRecovered: true });
    expect(field.leaveScreen()).toEqual([]);
  });

  it('that its author continues is saved like any text', () => {
    const field = openField();
    field.find('Do');
    field.type('Dos');
    expect(field.leaveScreen()).toEqual([draft('Dos'), save('Dos')]);
  });

  it('keeps its base', () => {
    const field = openField('Uno bis');
    field.find('Dos', 'Uno');
    expect(field.leave()).toEqual([save('Dos', 'Uno')]);
  });

  it('of a save that another screen had under way goes with it, unless its author has typed on', () => {
    const field = openField();
    field.find('Dos');
    expect(field.happen({ type: 'stored', value: 'Tres' })).toEqual([]);
    expect(field.happen({ type: 'stored', value: 'Dos' })).toEqual([DROP]);
    expect(field.state).toMatchObject({ typing: null, isRecovered: false });
    const other = openField();
    other.find('Dos');
    other.type('Dos y');
    other.type('Dos');
    expect(other.happen({ type: 'stored', value: 'Dos' })).toEqual([]);
  });

  it.each([
    ['of what was there before', 'Uno', 'Uno', openField()],
    ['that has been saved since', 'Dos', 'Uno', openField('Dos')],
    ['that is empty where something has to be', '', '2026-03-14', openField('2026-03-15', DATE)],
  ])('%s is dropped', (_, value, base, field) => {
    expect(field.find(value, base)).toEqual([DROP]);
    expect(field.state.typing).toBeNull();
  });
});

describe('a draft that is found after typing has begun', () => {
  const both = (value: string, earlier: string) => ({
    type: 'keep-draft',
    draft: { value, base: 'Uno', earlier: { value: earlier, base: 'Uno' } },
  });
  function typedFirst() {
    const field = openField('Uno', TITLE, { isSearched: false });
    field.type('Tres');
    return field;
  }

  it('is not overwritten before, nor replaces what is being typed, and is kept beside it', () => {
    const field = typedFirst();
    expect(field.happen({ type: 'draft-due' })).toEqual([]);
    expect(field.find('Dos')).toEqual([both('Tres', 'Dos')]);
    expect([field.shown, field.state.earlier?.value]).toEqual(['Tres', 'Dos']);
  });

  it('outlives the save of what was typed, also if the save was faster', () => {
    const field = typedFirst();
    field.find('Dos');
    field.leave();
    expect(field.happen({ type: 'saved', value: 'Tres' })).toEqual([draft('Dos')]);
    const faster = typedFirst();
    faster.leave();
    expect(faster.happen({ type: 'saved', value: 'Tres' })).toEqual([]);
    expect(faster.find('Dos')).toEqual([draft('Dos')]);
    expect([faster.shown, faster.state.earlier?.value]).toEqual(['Uno', 'Dos']);
  });

  it('can be shown, and then the other text is offered', () => {
    const field = typedFirst();
    field.find('Dos');
    expect(field.happen({ type: 'earlier-taken' })).toEqual([both('Dos', 'Tres')]);
    expect(field.shown).toBe('Dos');
    expect(field.happen({ type: 'earlier-taken' })).toEqual([both('Tres', 'Dos')]);
  });

  it('can be discarded', () => {
    const field = typedFirst();
    field.find('Dos');
    expect(field.happen({ type: 'earlier-dropped' })).toEqual([draft('Tres')]);
    expect(field.leave()).toEqual([save('Tres')]);
    expect(field.happen({ type: 'saved', value: 'Tres' })).toEqual([DROP]);
  });

  it('is offered again when the screen is opened the next time', () => {
    const field = openField();
    field.happen({
      type: 'draft-found',
      draft: { value: 'Tres', base: 'Uno', earlier: { value: 'Dos', base: 'Uno' } },
      stored: 'Uno',
    });
    expect([field.shown, field.state.earlier?.value]).toEqual(['Tres', 'Dos']);
  });

  it('is not offered if it says the same', () => {
    const field = typedFirst();
    expect(field.find('Tres')).toEqual([draft('Tres')]);
    expect(field.state.earlier).toBeNull();
  });

  it('and without one the typed text is stored as soon as the device has said so', () => {
    expect(typedFirst().findNone()).toEqual([draft('Tres')]);
  });
});

describe('when the screen is left', () => {
  it('a text that is not saved automatically stays a draft', () => {
    const field = openField();
    field.type('Dos');
    expect(field.leaveScreen(false)).toEqual([draft('Dos')]);
  });

  it('without any text nothing is kept or saved', () => {
    const field = openField();
    expect(field.leaveScreen()).toEqual([]);
    expect(field.happen({ type: 'draft-due' })).toEqual([]);
  });
});

describe('a text that was discarded', () => {
  it('comes back when its author wants it, with its base, and is a draft again', () => {
    const field = openField();
    field.type('Dos');
    const text = field.state.typing!;
    expect(field.happen({ type: 'reverted' })).toEqual([DROP]);
    expect(field.shown).toBe('Uno');
    expect(field.happen({ type: 'put-back', text })).toEqual([draft('Dos')]);
    expect(field.shown).toBe('Dos');
    expect(field.leave()).toEqual([save('Dos')]);
  });

  it('leaves what was typed since within reach', () => {
    const field = openField();
    field.type('Dos');
    const text = field.state.typing!;
    field.happen({ type: 'reverted' });
    field.type('Tres');
    field.happen({ type: 'put-back', text });
    expect(field.shown).toBe('Dos');
    expect(field.state.earlier).toEqual({ value: 'Tres', base: 'Uno' });
  });
});
