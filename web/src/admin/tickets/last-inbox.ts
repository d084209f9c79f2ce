import { admin } from '#contract/addresses/pages';

let last = admin.tickets();

/** The last address of the inbox in this tab, with its filters. */
export const lastInbox = () => last;
export const rememberInbox = (address: string): void => void (last = address);
