import { z } from 'zod';
import { calls } from '#contract/addresses/calls';
import { OPERATION_VERSION, operationSchema } from './operation.ts';
import type { Call, Operation } from './operation.ts';

/**
 * Reads a stored operation, in the format of this version or of an older one.
 * @returns null for a row of a newer version, and for a damaged one
 */
export function operationIn(row: unknown): Operation | null {
  const current = operationSchema.safeParse(row).data;
  if (current) return current;
  const first = firstVersionSchema.safeParse(row).data;
  return first ? { ...first, v: OPERATION_VERSION, ...(first.kind === 'call' && { call: callAt(first) }) } : null;
}

/** Version 1 had no names for its calls; they are recognized by their addresses. */
const { call: _, ...firstVersionShape } = operationSchema.shape;
const firstVersionSchema = z.object({ ...firstVersionShape, v: z.literal(1) });

function callAt({ entity, recordId, field, path, body }: z.infer<typeof firstVersionSchema>): Call {
  const item = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  if (path === calls.labelCreateAdd(recordId, item)) return { name: 'label-add', item };
  if (path === calls.labelRemove(recordId, item)) return { name: 'label-remove', item };
  if (path === calls.albumVideoAdd(recordId)) return { name: 'video-add', item: String(body.url) };
  if (path === calls.albumVideoDelete(recordId, item)) return { name: 'video-remove', item };
  const file = field === 'pdf' ? 'pdf' : 'picture';
  const isRestored = path === calls.historyFile(entity, recordId);
  return { name: `${file}-${isRestored ? 'restore' : 'remove'}`, item: String(body.name) };
}
