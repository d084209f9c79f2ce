/** Names of fields in the outbox. They import nothing: residents have the outbox too. */

const PREFIX = 'alt:';
const OF_TEXT = 'picture:';
/** The name in the outbox of a picture within the texts of a record. */
export const textPictureField = (picture: string) => OF_TEXT + picture;
export const isTextPictureField = (field: string | null | undefined) => field?.startsWith(OF_TEXT) ?? false;

/** The name of that field in the outbox and in the history. @param picture stored name of the picture */
export const altField = (picture: string) => PREFIX + picture;
/** The stored name of the picture whose text a field is; null for any other field. */
export const pictureOfField = (field: string | null | undefined) =>
  field?.startsWith(PREFIX) ? field.slice(PREFIX.length) : null;
