/**
 * Every constant of spec section 9, and the ceilings that protect the server. Times in ms, sizes in bytes. Recommended
 * lengths of fields are in `forms-and-lists.ts`, the limits of what a device keeps offline in `first-fill.ts`.
 */

export const PICTURE_MAX = 2_097_152;
export const PICTURE_RECOMMENDED = 500_000;
/** Uploads without a size check in the spec still need a ceiling: event and green-point images. */
export const PICTURE_CEILING = 8 * 1024 * 1024;
export const PICTURE_MAX_PIXELS = 40_000_000;
/** Minimum length of a shield's longer side, in pixels: the largest icon has 512. */
export const SHIELD_LEAST = 128;
/** WhatsApp shows no larger picture beside a link. */
export const SHARE_MAX = 300_000;
/** Maximum length of the text that says what a picture shows, and the recommended one, in characters. */
export const ALT_MAX = 250;
export const ALT_RECOMMENDED = 150;
export const PDF_CEILING = 20 * 1024 * 1024;
/** Maximum number of PDFs of a page, and of characters of the title of one. */
export const PDFS_MAX = 30;
export const PDF_TITLE_MAX = 150;
/** How long the history can restore a file that was replaced or deleted. The trash keeps it a little longer. */
export const TRASH_DAYS = 365;
export const TEXT_CEILING = 1024 * 1024;
/** Maximum number of calls in one request. */
export const OPERATIONS_MAX = 50;
/**
 * Maximum size of that request: what is larger waits for its turn (`api/http/limits/large-bodies.ts`), as its calls
 * would.
 */
export const OPERATIONS_BODY = 256 * 1024;

export const HOME_STORIES = 4;
export const LAST_LABELS = 8;
export const NEXT_EVENTS = 3;
export const RELATED_STORIES = 4;
/** Number of newest stories of each label among which related ones are chosen, so that large archives cost no more. */
export const RELATED_WINDOW = 30;
export const CAROUSEL_ITEMS = 10;
export const PAGE_SIZE = 10;
export const ADMIN_PAGE_SIZE = 20;
/** Number of newest matches that a search ranks, so that a common word costs the same in a large archive. */
export const SEARCH_CANDIDATES = 1000;

export const CAROUSEL_DELAY = 3000;
export const CAROUSEL_INTERVAL = 6000;
/** Time in ms after which a single picked day is applied; a second day applies both at once. */
export const PICK_DELAY = 2000;
export const NOTICE_TIME = 3000;
export const IDLE_CEILING = 3000;
/** The calendar of the official bulletin offers the last 90 days. */
export const BULLETIN_PICKER_DAYS = 90;

export const FEED_PIECE = 64 * 1024;
export const PULL_EVERY = 60_000;
export const PULL_RETRY_MAX = 5 * 60_000;

/** Number of lines of the emergency strip. */
export const EMERGENCY_LINES = { least: 2, most: 6 };

/** An alert ends at most this many days after it began or was last changed, and is shown as over for these minutes. */
export const ALERT_DAYS = 7;
export const ALERT_OVER_MINUTES = 60;

/** Number of newest entries of an Atom feed. */
export const ATOM_ENTRIES = 50;
/** A calendar to subscribe to has events since this many days ago; after these hours it is asked for again. */
export const CALENDAR_PAST_DAYS = 30;
export const CALENDAR_REFRESH_HOURS = 6;

/** How long a shared cache may give a public answer that has changed or was withdrawn since. */
export const SHARED_CACHE_SECONDS = 30;
export const SESSION_DAYS = 30;
/** Time for which a device is remembered, on which the second factor is not asked for. */
export const REMEMBERED_DAYS = 30;
/** Recovery codes that a person gets at once. */
export const RECOVERY_CODES = 10;
/** Time for which a password that was given counts, before changes of what lets people in ask for it again. */
export const CONFIRMED_MINUTES = 10;
/** How long a link shows a draft to somebody without an account. */
export const DRAFT_LINK_DAYS = 7;
/**
 * Seconds after which a device says again who is editing what, and for which that counts. Together they are less than a
 * minute, after which nobody is said to be editing who has left.
 */
export const PRESENCE = { every: 15, lasts: 35 };
/** Time zone of the town's calendar days: the whole country has the same time. */
export const TOWN_ZONE = 'America/Argentina/Buenos_Aires';
/** Its offset from UTC, the same all year. */
export const TOWN_OFFSET = '-03:00';
/** The literal that replaces an empty search (spec section 5). */
export const NO_WORD = 'NULL';
