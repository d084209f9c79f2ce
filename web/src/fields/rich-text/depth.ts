import type { NodeType, ResolvedPos } from 'prosemirror-model';

/** The depth of the innermost node of a type around a position; 0 if there is none. */
export function depthOf($pos: ResolvedPos, ...types: readonly NodeType[]): number {
  for (let depth = $pos.depth; depth > 0; depth -= 1) if (types.includes($pos.node(depth).type)) return depth;
  return 0;
}
