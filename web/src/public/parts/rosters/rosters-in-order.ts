import type { Categories } from '#contract/town/categories';

/** Returns rosters in the order in which the town has their kinds. */
export function inOrderOfKinds<R extends { kind: string }>(rosters: readonly R[], { roster }: Categories): R[] {
  const place = ({ kind }: R) => roster.findIndex(({ key }) => key === kind);
  return [...rosters].sort((a, b) => place(a) - place(b));
}
