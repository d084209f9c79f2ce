import type { PushMessage } from '#contract/messages/push-message';

/**
 * Returns what a message says to those of a zone, and whether it is no news to them: then it is shown without a sound.
 * It has to be shown: Safari withdraws the permission from a site after three messages without a notification, and
 * Chromium shows one of its own, which says that the site was updated in the background.
 * @param zone '' for those who have chosen none; one that the town has not counts as none
 */
export function saidToZone(
  { body, parts, zones }: Pick<PushMessage, 'body' | 'parts' | 'zones'>,
  zone: string,
): { body: string; isQuiet: boolean } {
  if (!parts || !zones?.includes(zone)) return { body, isQuiet: false };
  const own = parts.filter((part) => part.zones.length === 0 || part.zones.includes(zone));
  return {
    body: own.map(({ text }) => text).join('\n') || `Nada para tu zona (${zone}). En las otras:\n${body}`,
    isQuiet: own.every(({ isOld }) => isOld),
  };
}
