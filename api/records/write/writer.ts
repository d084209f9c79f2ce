import type { RecordType } from '../../contract/record-types.ts';
import type { Db } from '../../db/database.ts';
import type { MailQueue } from '../../mail/queue.ts';
import { openAltWrites, openPdfWrites, openPictureWrites, openVideoWrites } from './attachments.ts';
import { openLifecycleWrites } from './lifecycle.ts';
import { openDocumentWrites } from './documents.ts';
import { openFieldWrites } from './field-update.ts';
import { openLabelWrites } from './story-labels.ts';
import { openWriteContext } from './operate.ts';
import { openSecondFactorWrites } from './second-factors.ts';
import { openTextPictureWrites } from './text-pictures.ts';
import { openUserRules, openUserWrites } from './users.ts';

export type { Act } from './operate.ts';
export type Writer = ReturnType<typeof openWriter>;

/**
 * The only code that writes records. Every call is one operation in one transaction; those within `together` share it.
 * @param now ms since the epoch
 * @param discard called after the commit with the files under `uploads` that no record refers to any more
 * @param bringBack called after the commit with the files there that a record refers to again
 * @param written called after the commit with the record that was written or deleted
 * @param mail null: the portal sends none
 * @returns a writer of which every call throws Problem: 403 not this role, 404 no such record or field, 409 the stored
 * value is not what the author saw, 410 the record was deleted, 422 the value cannot be stored or the key belongs to
 * another request
 */
export function openWriter({
  db,
  now,
  discard = () => {},
  bringBack = () => {},
  written = () => {},
  mail = null,
}: {
  db: Db;
  now: () => number;
  discard?: (files: string[]) => void;
  bringBack?: (files: string[]) => void;
  written?: (type: RecordType, id: string) => void;
  mail?: MailQueue | null;
}) {
  const context = openWriteContext(db, now, { discard, bringBack, written });
  const users = openUserRules(context, mail);
  return {
    together: context.together,
    ...openLifecycleWrites(context, users),
    ...openFieldWrites(context, users),
    ...openLabelWrites(context),
    ...openPictureWrites(context),
    ...openAltWrites(context),
    ...openTextPictureWrites(context),
    ...openPdfWrites(context),
    ...openVideoWrites(context),
    ...openDocumentWrites(context),
    ...openUserWrites(context, users),
    ...openSecondFactorWrites(context),
  };
}
