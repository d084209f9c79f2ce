/** The screen of the logbook. */
export const LOGBOOK_SCREEN = '/admin/registro';

/** The calls of the logbook, for Admins, by GET: its entries, and the same as a table. */
export const logbookCalls = {
  page: (query = '') => `/api/data/logbook${query}`,
  export: (query = '') => `/api/data/logbookExport${query}`,
} as const;
