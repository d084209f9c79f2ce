import type { Unreachable } from '../../offline/pull/api-call.ts';

/** Did the server answer that there were too many tries? It counts as not reached, because trying later makes sense. */
export const isTooMany = ({ cause }: Unreachable) =>
  cause instanceof Error && cause.message.startsWith('answered 429 ');
