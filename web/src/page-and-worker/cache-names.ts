/** Caches that the pages fill and the service worker answers from; they outlive releases. */
export const PICTURES = 'pictures';
/** Maximum number of pictures that are kept; the oldest go first. */
export const MOST_PICTURES = 300;
/** Only what visitors chose to keep. */
export const SAVED_PDFS = 'saved-pdfs';
/** Photos that staff have shared from the device's gallery, until they belong to a record. */
export const SHARED_PHOTOS = 'shared-photos';
/** What is sent to this device as notifications. */
export const PUSH = 'push';
/** The last messages of notifications, by the page that they are about. */
export const MESSAGES = 'push-messages';
/** How the names of the caches of the back office's code begin; each release has one of its own. */
export const ADMIN_CODES = 'admin ';

/** Whether a member of staff has worked on this device. */
export const isOfStaff = async (caches: CacheStorage) =>
  (await caches.keys()).some((name) => name.startsWith(ADMIN_CODES));
