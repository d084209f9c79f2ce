import type { SiteDocument, UsefulDataDocument } from '../records.ts';
import { isListed } from '../visibility.ts';
import type { Seen } from '../visibility.ts';
import { blankDocuments } from './documents.ts';

/**
 * The steps by which the Admin of an empty portal makes it the town's own. Each is done when the portal's data say so.
 * Only the back office loads this.
 */
export const FIRST_STEPS = [
  'name',
  'look',
  'phones',
  'hours',
  'authority',
  'story',
  'procedure',
  'user',
  'backup',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Facts that only the server knows. */
export interface ServerSteps {
  /** Number of people who can log in. */
  users: number;
  hasBackup: boolean;
}

/** Facts that a device knows. */
export interface TownSteps {
  site: SiteDocument;
  /** The town has a shield, or one waits to be sent. */
  hasShield: boolean;
  usefulData: UsefulDataDocument | null;
  authorities: readonly Seen[];
  stories: readonly Seen[];
  procedures: readonly Seen[];
  /** null while the server has not answered yet. */
  server: ServerSteps | null;
}

/** Returns which steps are done; undefined for those that depend on a missing answer of the server. */
export function stepsDone({
  site,
  hasShield,
  usefulData,
  authorities,
  stories,
  procedures,
  server,
}: TownSteps): Record<FirstStep, boolean | undefined> {
  const blank = blankDocuments.site;
  const isOwn = (key: 'town' | 'accent' | 'second' | 'skyline') => (site[key] ?? blank[key]) !== blank[key];
  const rows = usefulData?.rows ?? [];
  return {
    name: isOwn('town') && hasShield,
    look: isOwn('accent') || isOwn('second') || isOwn('skyline'),
    phones: rows.some(({ phones }) => phones.length > 0),
    hours: Boolean(site.texts.hours) || rows.some(({ hours, always }) => always || hours !== ''),
    authority: authorities.some((one) => isListed('authority', one)),
    story: stories.some((one) => isListed('story', one)),
    procedure: procedures.some((one) => isListed('procedure', one)),
    user: server === null ? undefined : server.users > 1,
    backup: server?.hasBackup,
  };
}
