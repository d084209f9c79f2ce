import type { ComponentProps } from 'react';
import { HANDLE } from './reorder.ts';

/** The handle of an element of a list that `useReorder` makes movable. @param name what it moves, for people */
export const MoveHandle = ({ name, ...props }: { name: string } & ComponentProps<'button'>) => (
  <button {...props} className={`button quiet ${HANDLE}`} type="button">
    <span aria-hidden="true">⠿</span>
    <span className="hidden-text">Mover {name}: arrastrá, o usá las flechas</span>
  </button>
);
