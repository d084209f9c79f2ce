/** Caches that the pages fill and the service worker answers from; they outlive releases. */
export const PICTURES = 'pictures';
/** Only what visitors chose to keep. */
export const SAVED_PDFS = 'saved-pdfs';
/** How the names of the caches of the back office's code begin; each release has one of its own. */
export const ADMIN_CODES = 'admin ';
