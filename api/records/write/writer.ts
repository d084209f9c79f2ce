import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { newId } from '../../db/open.ts';
import { attachedValues, hasOnePicture, isDocument, isPdfOwner, isPictureOwner, traitsOf } from '../../contract/record-types.ts';
import type { PdfOwner, PictureOwner, RecordEntity, RecordType } from '../../contract/record-types.ts';
import { dayAt } from '../../contract/values/dates.ts';
import { documentSchemas, usefulDataBeside } from '../../contract/documents.ts';
import type { DocumentName, UsefulData } from '../../contract/documents.ts';
import { emergencyLines, withoutEmergencies } from '../../contract/emergencies.ts';
import { blank, fieldAt } from '../../contract/entities.ts';
import type { EntityName } from '../../contract/entities.ts';
import { labelFault, labelNames } from '../../contract/values/labels.ts';
import { webAddress } from '../../contract/values/links.ts';
import { pictureFile, pictureFolder } from '../../contract/addresses/files.ts';
import { pictureWidths } from '../../contract/values/pictures.ts';
import { Problem } from '../../contract/problems.ts';
import type { Album, AnyRecord, Attached, Label, Picture, SiteDocument, Story, User } from '../../contract/records.ts';
import { ADMIN, mayEdit } from '../../contract/roles.ts';
import { labelHash, titlekey } from '../../contract/values/text.ts';
import { videoOf } from '../../contract/values/videos.ts';
import { isReadable } from '../../contract/visibility.ts';
import { canon, canonOfBase, parseOr422, richText, richTextOfBase } from '../canonical.ts';
import { columnsOf } from '../columns.ts';
import { openHistory } from '../history.ts';
import type { Entry, Operation } from '../history.ts';
import { openListing } from '../listing.ts';
import { openRecords } from '../from-rows.ts';
import { openSearchIndex } from '../search-index.ts';

/** Who writes, and as which operation. */
export interface Act extends Operation {
  usergroup: number;
}
type Kind = RecordType | 'user';

interface Pictured {
  record: { id: string; year?: number };
  pictures: Picture[];
}

/** What an operation did: its line of history, its answer, and the stored files that nothing refers to any more. */
interface Outcome<A> {
  entry: Entry & { type: Kind };
  answer: A;
  discard?: string[];
}

export type Writer = ReturnType<typeof openWriter>;

/**
 * The only writer. Every call is one transaction that takes the write lock at once and holds, together or not at all:
 * the answer to a repeated operation, the role, the record and its field, the base the author saw, then row, search
 * index, lists, change and history.
 * @param now ms since the epoch
 * @param discard told, after the commit, which files under `uploads` no record refers to any more
 * Every call throws Problem: 403 not this role, 404 no such record or field, 409 the stored value is not what the
 * author saw, 410 the record was deleted, 422 the value cannot be stored or the key belongs to another request.
 */
export function openWriter({ db, now, discard = () => {} }: { db: Db; now: () => number; discard?: (files: string[]) => void }) {
  const records = openRecords(db);
  const history = openHistory(db);
  const index = openSearchIndex(db);
  const listing = openListing(db);
  const prepared = new Map<string, ReturnType<typeof db.prepare>>();
  function sql(text: string) {
    const statement = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, statement);
    return statement;
  }

  /** Gives a record the next number of the feed, and remembers whether the public could ever read it. */
  function changeOf(type: RecordType, id: string, record: AnyRecord | null): number {
    const isShown = (record && isReadable(type, record)) || sql('SELECT shown FROM change WHERE type = ? AND id = ?').pluck().get(type, id) === 1;
    return Number(sql('INSERT OR REPLACE INTO change (type, id, shown) VALUES (?, ?, ?)').run(type, id, Number(isShown)).lastInsertRowid);
  }

  /** The steps that every operation goes through, in their order. */
  function operate<A>(act: Act, type: Kind, work: () => Outcome<A> | { unchanged: A }, isAllowed = mayEdit(act.usergroup, type)): A {
    let discarded: string[] = [];
    const answer = db.transaction((): A => {
      const done = history.answered(act);
      if (done) return done.answer as A;
      if (!isAllowed) throw new Problem('forbidden');
      const outcome = work();
      if ('unchanged' in outcome) return outcome.unchanged;
      const { entry } = outcome;
      let seq: number | null = null;
      if (entry.type !== 'user') {
        const record = records.one(entry.type, entry.id);
        index.put(entry.type, entry.id, record);
        listing.put(entry.type, entry.id, record);
        seq = changeOf(entry.type, entry.id, record);
      }
      history.add(act, entry, outcome.answer, new Date(now()).toISOString(), seq);
      discarded = outcome.discard ?? [];
      return outcome.answer;
    }).immediate();
    if (discarded.length > 0) discard(discarded);
    return answer;
  }

  function existing(type: Kind, id: string): AnyRecord | User {
    const record = type === 'user' ? records.user(id) : records.one(type, id);
    if (!record) throw new Problem(history.wasDeleted(type, id) ? 'deleted' : 'not-found');
    return record;
  }

  function conflict(type: Kind, id: string, value: unknown, field?: string): Problem {
    return new Problem('conflict', { value, ...history.lastChange(type, id, field) });
  }

  function setColumns(entity: EntityName, id: string, values: Record<string, unknown>): void {
    const names = Object.keys(values);
    sql(`UPDATE ${entity} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`).run(...names.map((name) => values[name]), id);
  }

  /** The name in a record's address. Where it has to lead to one record, those after the first get a number. */
  function titlekeyFor(entity: RecordEntity, id: string, value: string): string {
    const key = titlekey(value);
    if (!traitsOf(entity).hasOwnTitlekey) return key;
    const isTaken = sql(`SELECT 1 FROM ${entity} WHERE titlekey = ? AND id <> ?`);
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? key : `${key}-${number}`;
      if (!isTaken.get(candidate, id)) return candidate;
    }
  }

  /** The columns that follow from a field's new value. */
  function following(entity: EntityName, id: string, name: string, value: unknown): Record<string, unknown> {
    return entity !== 'user' && traitsOf(entity).titlekeyOf === name ? { titlekey: titlekeyFor(entity, id, value as string) } : {};
  }

  /** Somebody has to be able to log in and let others in: an Admin who is enabled and has a password. */
  function keepAnAdmin(user: User, name: string, value: unknown): void {
    const stays = name === 'enable' ? value === 1 : name === 'usergroup' ? value === ADMIN : false;
    if (stays) return;
    const able = sql("SELECT id FROM user WHERE usergroup = 1 AND enable = 1 AND password_hash <> ''").pluck().all();
    if (able.length === 1 && able[0] === user.id) {
      throw new Problem('value', { field: name, message: 'Es el único administrador que puede ingresar: habilitá a otro y ponele una contraseña antes de cambiarlo.' });
    }
  }

  /** @param but the id of one that goes on */
  function endSessions(userId: string, but = ''): void {
    sql('DELETE FROM session WHERE user_id = ? AND id <> ?').run(userId, but);
  }

  /** Before a user's field changes: names stay unique, an Admin remains, and what changes rights ends the sessions. */
  function guardUser(user: User, name: string, value: unknown): void {
    if (name === 'username' && (value === '' || sql('SELECT 1 FROM user WHERE username = ? AND id <> ?').get(value, user.id))) {
      throw new Problem('value', { field: name, message: value === '' ? 'Falta el nombre de usuario.' : 'Ese nombre de usuario ya existe. Elegí otro.' });
    }
    if (name === 'enable' || name === 'usergroup') {
      keepAnAdmin(user, name, value);
      endSessions(user.id);
    }
  }

  function insertBlank(entity: EntityName, id: string, at: number): void {
    const values = { ...blank(entity, id, at) } as Record<string, unknown>;
    delete values.password;
    const created = new Date(at).toISOString();
    const year = Number(dayAt(at).slice(0, 4));
    const attached = entity === 'user' ? {} : attachedValues(traitsOf(entity), { year, titlekey: titlekeyFor(entity, id, '') });
    const columns = columnsOf(entity);
    const row: Record<string, unknown> = { id, created, ...attached, ...values };
    sql(`INSERT INTO ${entity} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(...columns.map((column) => row[column]));
  }

  function changeUser(id: string, fields: Record<string, unknown>, hash: string | undefined): void {
    for (const [path, value] of Object.entries(fields)) {
      const found = fieldAt('user', path);
      if (!found || found.field.kind === 'password') throw new Problem('not-found');
      const user = existing('user', id) as User;
      const after = canon(path, found.field, value);
      if (after === user[found.name as keyof User]) continue;
      guardUser(user, found.name, after);
      setColumns('user', id, { [found.name]: after });
    }
    if (hash !== undefined) {
      sql('UPDATE user SET password_hash = ? WHERE id = ?').run(hash, id);
      endSessions(id);
    }
  }

  function passwordSet(id: string, hash: string, session?: string): Outcome<1> {
    existing('user', id);
    sql('UPDATE user SET password_hash = ? WHERE id = ?').run(hash, id);
    endSessions(id, session);
    return { entry: { action: 'update', type: 'user', id, field: 'password' }, answer: 1 };
  }

  function labelsOf(storyId: string): Label[] {
    return (existing('story', storyId) as Story).labels;
  }

  function changeLabels(act: Act, storyId: string, action: 'add' | 'remove', labels: () => Pick<Label, 'id' | 'name'>[]): Label[] {
    return operate(act, 'story', () => {
      const before = labelsOf(storyId);
      const changed = labels().filter(({ id }) => before.some((one) => one.id === id) === (action === 'remove'));
      if (changed.length === 0) return { unchanged: before };
      for (const { id, name } of changed) {
        if (action === 'add') {
          sql('INSERT OR IGNORE INTO label (id, name) VALUES (?, ?)').run(id, name);
          sql('INSERT INTO story_label (story_id, label_id, position) SELECT @storyId, @id, coalesce(max(position), 0) + 1 FROM story_label WHERE story_id = @storyId').run({ storyId, id });
        } else {
          sql('DELETE FROM story_label WHERE story_id = ? AND label_id = ?').run(storyId, id);
        }
      }
      const after = labelsOf(storyId);
      return { entry: { action, type: 'story', id: storyId, field: 'labels', before: before.map((one) => one.name), after: after.map((one) => one.name) }, answer: after };
    });
  }

  function picturesOf(owner: PictureOwner, id: string): Pictured {
    const record = existing(owner, id);
    if (!hasOnePicture(owner)) return { record, pictures: (record as Album).images };
    const { image } = record as Story;
    return { record, pictures: image ? [image] : [] };
  }

  function filesOf(owner: PictureOwner, { record, pictures }: Pictured): string[] {
    return pictures.flatMap((picture) => pictureWidths(picture).map((width) => `${pictureFolder(owner, record)}/${pictureFile(picture.name, width)}`));
  }

  function attachedTo(type: PdfOwner, id: string): Attached {
    const { pdf, pdfname, pdfsize } = existing(type, id) as Attached & { id: string };
    return { pdf, pdfname, pdfsize };
  }

  /** Every stored file that a record refers to. */
  function filesBehind(type: RecordType, id: string): string[] {
    const pictures = isPictureOwner(type) ? filesOf(type, picturesOf(type, id)) : [];
    const pdf = isPdfOwner(type) ? attachedTo(type, id).pdf : '';
    return isPdfOwner(type) && pdf ? [...pictures, storedPdf(type, id, pdf)] : pictures;
  }

  function storePdf(act: Act, type: PdfOwner, id: string, action: 'update' | 'remove', file: Attached, base: unknown): 1 {
    return operate(act, type, () => {
      const before = attachedTo(type, id);
      if (before.pdf === file.pdf) return { unchanged: 1 };
      if (base !== undefined && base !== before.pdf) throw conflict(type, id, before.pdf, 'pdf');
      if (isDocument(type)) sql('UPDATE document SET value = ? WHERE id = ?').run(JSON.stringify(file), type);
      else setColumns(type, id, { ...file });
      return {
        entry: { action, type, id, field: 'pdf', before: before.pdf ? before : null, after: file.pdf ? file : null },
        answer: 1,
        discard: before.pdf ? [storedPdf(type, id, before.pdf)] : [],
      };
    });
  }

  function schemaOf(name: DocumentName): z.ZodType<object> {
    return name === 'usefuldata' ? usefulDataBeside(emergencyLines(existing('site', 'site') as SiteDocument)) : documentSchemas[name];
  }

  function setDocument(act: Act, name: DocumentName, value: unknown, base?: unknown): 1 {
    return operate(act, name, () => {
      const { id: _, images: __, ...before } = existing(name, name) as unknown as Record<string, unknown>;
      const after = canonicalDocument(name, parseOr422<object>('value', schemaOf(name), value));
      if (isDeepStrictEqual(after, before)) return { unchanged: 1 };
      if (base !== undefined && !isDeepStrictEqual(base, before) && !isDeepStrictEqual(canonicalBase(name, base), before)) {
        throw conflict(name, name, name === 'greenpointpage' ? before.txt : before);
      }
      sql('UPDATE document SET value = ? WHERE id = ?').run(JSON.stringify(after), name);
      return { entry: { action: 'update', type: name, id: name, before, after }, answer: 1 };
    });
  }

  return {
    /**
     * Makes a blank record.
     * @param given id: 12 characters [a-z0-9], else the server's; date: ISO 8601 moment of its making, else now
     */
    create(act: Act, entity: EntityName, given: { id?: string | undefined; date?: string | undefined } = {}): { id: string } {
      return operate(act, entity, () => {
        const id = given.id ?? newId();
        const at = given.date === undefined ? now() : Date.parse(given.date);
        // The history names people by their ids: nobody gets one that was somebody else's.
        if (entity === 'user' ? records.user(id) || history.wasDeleted('user', id) : records.one(entity, id)) throw new Problem('exists');
        insertBlank(entity, id, at);
        return { entry: { action: 'create', type: entity, id, after: existing(entity, id) }, answer: { id } };
      });
    },

    /**
     * Changes one field.
     * @param path the field's name in update addresses
     * @param change `value` in any form the field accepts; `base`, when given, what the author was looking at
     */
    update(act: Act, entity: EntityName, id: string, path: string, change: { value: unknown; base?: unknown }): 1 {
      return operate(act, entity, () => {
        const record = existing(entity, id) as unknown as Record<string, unknown>;
        const found = fieldAt(entity, path);
        if (!found || found.field.kind === 'password') throw new Problem('not-found');
        const { name, field } = found;
        const before = record[name];
        const after = canon(path, field, change.value);
        if (after === before) return { unchanged: 1 };
        if (change.base !== undefined && change.base !== before && canonOfBase(field, change.base) !== before) throw conflict(entity, id, before, name);
        if (entity === 'user') guardUser(record as unknown as User, name, after);
        setColumns(entity, id, { [name]: after, ...following(entity, id, name, after) });
        return { entry: { action: 'update', type: entity, id, field: name, before, after }, answer: 1 };
      });
    },

    /** Sets a password's hash; the history tells that it changed, and nothing of it. The user's sessions end. */
    setPassword: (act: Act, id: string, hash: string): 1 => operate(act, 'user', () => passwordSet(id, hash)),
    /** Sets the author's own, which everybody may. @param session the id of the one session that goes on */
    setOwnPassword: (act: Act, hash: string, session: string): 1 => operate(act, 'user', () => passwordSet(act.userId, hash, session), true),

    /** Makes a user with these fields and this password's hash at once, all or nothing. */
    register(act: Act, fields: Record<string, unknown>, hash: string): { id: string } {
      return operate(act, 'user', () => {
        const id = newId();
        insertBlank('user', id, now());
        changeUser(id, fields, hash);
        return { entry: { action: 'create', type: 'user', id, after: existing('user', id) }, answer: { id } };
      });
    },

    /** Changes several fields of a user at once, all or none. */
    updateUser(act: Act, id: string, fields: Record<string, unknown>, hash?: string): 1 {
      return operate(act, 'user', () => {
        const before = existing('user', id);
        changeUser(id, fields, hash);
        const after = existing('user', id);
        if (hash === undefined && isDeepStrictEqual(before, after)) return { unchanged: 1 };
        return { entry: { action: 'update', type: 'user', id, before, after, ...(hash === undefined ? {} : { field: 'password' }) }, answer: 1 };
      });
    },

    /** @param base the seq of the record's last change that the author has seen */
    remove(act: Act, entity: EntityName, id: string, base?: number): 1 {
      return operate(act, entity, () => {
        const record = existing(entity, id);
        const seq = sql('SELECT seq FROM change WHERE type = ? AND id = ?').pluck().get(entity, id);
        // What the author changed since is no surprise to them; what somebody else changed is.
        if (base !== undefined && base !== seq && history.changedByOther(entity, id, base, act.userId)) throw conflict(entity, id, seq);
        if (entity === 'user') keepAnAdmin(record as User, 'enable', 0);
        const discarded = entity === 'user' ? [] : filesBehind(entity, id);
        sql('DELETE FROM image WHERE type = ? AND record_id = ?').run(entity, id);
        sql(`DELETE FROM ${entity} WHERE id = ?`).run(id);
        return { entry: { action: 'delete', type: entity, id, before: record }, answer: 1, discard: discarded };
      });
    },

    /** Adds labels by their names, parted by commas, making each when no label has that hashed name yet. */
    createLabel(act: Act, storyId: string, typed: string): Label[] {
      const names = labelNames(typed);
      if (names.length === 0) throw new Problem('value', { field: 'label', message: 'Escribí el nombre de la etiqueta.' });
      const message = labelFault(names);
      if (message !== null) throw new Problem('value', { field: 'label', message });
      return changeLabels(act, storyId, 'add', () => names.map((name) => ({ id: labelHash(name), name })));
    },
    addLabel(act: Act, storyId: string, labelId: string): Label[] {
      return changeLabels(act, storyId, 'add', () => {
        const label = sql('SELECT id, name FROM label WHERE id = ?').get(labelId) as Pick<Label, 'id' | 'name'> | undefined;
        if (!label) throw new Problem('not-found');
        return [label];
      });
    },
    removeLabel: (act: Act, storyId: string, labelId: string): Label[] =>
      changeLabels(act, storyId, 'remove', () => [{ id: labelId, name: '' }]),

    addVideo(act: Act, albumId: string, url: string): 1 {
      const video = videoOf(webAddress(url));
      if (!video) throw new Problem('value', { field: 'url', message: 'Pegá la dirección de un video de YouTube, de Vimeo o de un archivo https .mp4 o .webm.' });
      return operate(act, 'album', () => {
        const before = (existing('album', albumId) as Album).videos;
        if (before.some((one) => one.id === video.id)) return { unchanged: 1 };
        sql('INSERT INTO album_video (album_id, id, url, position) SELECT @albumId, @id, @url, coalesce(max(position), 0) + 1 FROM album_video WHERE album_id = @albumId')
          .run({ albumId, id: video.id, url: video.url });
        return { entry: { action: 'add', type: 'album', id: albumId, field: 'videos', after: video.url }, answer: 1 };
      });
    },
    removeVideo(act: Act, albumId: string, videoId: string): 1 {
      return operate(act, 'album', () => {
        const video = (existing('album', albumId) as Album).videos.find((one) => one.id === videoId);
        if (!video) throw new Problem('deleted', { message: 'Ese video ya no está en el álbum.' });
        sql('DELETE FROM album_video WHERE album_id = ? AND id = ?').run(albumId, videoId);
        return { entry: { action: 'remove', type: 'album', id: albumId, field: 'videos', before: video.url }, answer: 1 };
      });
    },

    /**
     * Gives a record the picture whose files are already in its folder. Stories, events and authorities have one,
     * which is replaced; albums and the green-point page get one more.
     * @param base the name of the picture that the author saw, '' for none; only where a picture is replaced
     */
    setPicture(act: Act, owner: PictureOwner, id: string, picture: Picture, base?: unknown): 1 {
      return operate(act, owner, () => {
        const { record, pictures } = picturesOf(owner, id);
        if (pictures.some((one) => one.name === picture.name)) return { unchanged: 1 };
        const replaced = hasOnePicture(owner) ? pictures : [];
        if (base !== undefined && hasOnePicture(owner) && base !== (pictures[0]?.name ?? '')) throw conflict(owner, id, pictures[0]?.name ?? '', 'image');
        for (const one of replaced) sql('DELETE FROM image WHERE type = ? AND record_id = ? AND name = ?').run(owner, id, one.name);
        sql('INSERT INTO image (type, record_id, name, width, height, position) SELECT @owner, @id, @name, @width, @height, coalesce(max(position), 0) + 1 FROM image WHERE type = @owner AND record_id = @id')
          .run({ owner, id, ...picture });
        return {
          entry: { action: 'update', type: owner, id, field: 'image', before: replaced[0] ?? null, after: picture },
          answer: 1,
          discard: filesOf(owner, { record, pictures: replaced }),
        };
      });
    },
    removePicture(act: Act, owner: PictureOwner, id: string, name: string): 1 {
      return operate(act, owner, () => {
        const { record, pictures } = picturesOf(owner, id);
        const picture = pictures.find((one) => one.name === name);
        if (!picture) throw new Problem('deleted', { message: 'Esa imagen ya no está.' });
        sql('DELETE FROM image WHERE type = ? AND record_id = ? AND name = ?').run(owner, id, name);
        return { entry: { action: 'remove', type: owner, id, field: 'image', before: picture }, answer: 1, discard: filesOf(owner, { record, pictures: [picture] }) };
      });
    },

    /** @param base the stored file's name that the author saw, '' for none */
    setPdf: (act: Act, type: PdfOwner, id: string, file: Attached, base?: unknown): 1 => storePdf(act, type, id, 'update', file, base),
    removePdf: (act: Act, type: PdfOwner, id: string, base?: unknown): 1 =>
      storePdf(act, type, id, 'remove', { pdf: '', pdfname: '', pdfsize: 0 }, base),

    /** Replaces a document by a value that its schema accepts. @param base the whole value that the author saw */
    setDocument,
    /** The green-point page's rich text. @param base the text that the author saw */
    setGreenPointText(act: Act, value: unknown, base?: unknown): 1 {
      return setDocument(act, 'greenpointpage', { txt: value }, base === undefined ? undefined : { txt: base });
    },
  };
}

/** Where a PDF lies below `uploads`. */
export function storedPdf(type: PdfOwner, id: string, pdf: string): string {
  return isDocument(type) ? `${type}/${pdf}` : `${type}/${id}/${pdf}`;
}

function canonicalDocument(name: DocumentName, value: object): object {
  return name === 'greenpointpage' ? { txt: richText((value as { txt: string }).txt) } : value;
}

function canonicalBase(name: DocumentName, base: unknown): object | null {
  const parsed = (documentSchemas[name] as z.ZodType<object>).safeParse(base);
  if (!parsed.success) return null;
  // What was read from an earlier release may hold the rows that are not read any more.
  if (name === 'usefuldata') return withoutEmergencies(parsed.data as UsefulData);
  return name === 'greenpointpage' ? { txt: richTextOfBase((parsed.data as { txt: string }).txt) } : parsed.data;
}
