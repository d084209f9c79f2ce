/** Where drafts are shown to people without an account. Nothing below it is in any cache, list or search. */
export const DRAFTS = '/borrador';
/** The page of a draft, for those who have its token. */
export const draftPage = (token: string) => `${DRAFTS}/${token}`;
