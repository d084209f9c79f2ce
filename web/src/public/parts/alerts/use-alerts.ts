import { useEffect, useLayoutEffect, useState } from 'react';
import type { TimelyAlert } from '#contract/calendar/alerts';
import { keepKeys, keptKeys, PUT_AWAY, SEEN } from '../kept-keys.ts';

// On the server, which draws every alert, there is nothing to look up.
const useBeforePaint = typeof window === 'undefined' ? () => {} : useLayoutEffect;

/**
 * What a person does with the alerts: `shown` are those that they have not put away (they come back when they say
 * something else), `news` is the last one in force that they have not had in sight, because it came while they were
 * reading further down; null for none. `see` tells that they know of it.
 */
export function useAlerts(alerts: readonly TimelyAlert[]) {
  const [away, setAway] = useState<readonly string[]>([]);
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const [seen] = useState(() => new Set<string>());
  // Only the present ones are worth keeping.
  const present = (keys: Iterable<string>) => [...keys].filter((one) => alerts.some(({ key }) => key === one));
  useBeforePaint(() => {
    for (const key of keptKeys(SEEN)) seen.add(key);
    setAway(keptKeys(PUT_AWAY));
  }, [seen]);

  function see(key: string): void {
    if (!seen.has(key)) keepKeys(SEEN, present(seen.add(key)));
    setUnseen((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : keys));
  }
  // After each drawing: another page has other headlines.
  useEffect(() => {
    if (alerts.length === 0) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const out: string[] = [];
        for (const { isIntersecting, target } of entries) {
          const { headline = '' } = (target as HTMLElement).dataset;
          if (isIntersecting) see(headline);
          else if (!seen.has(headline)) out.push(headline);
        }
        // What has just come stands before what was out of sight already.
        setUnseen((keys) => {
          const more = out.filter((key) => !keys.includes(key));
          return more.length > 0 ? [...more, ...keys] : keys;
        });
      },
      { threshold: 0.9 },
    );
    for (const headline of document.querySelectorAll('[data-headline]')) watch.observe(headline);
    return () => watch.disconnect();
  });

  const shown = alerts.filter(({ key }) => !away.includes(key));
  const current = shown.filter(({ state }) => state === 'current');
  return {
    shown,
    news: unseen.flatMap((key) => current.find((one) => one.key === key) ?? [])[0] ?? null,
    see,
    putAway(key: string): void {
      const kept = present(new Set([...keptKeys(PUT_AWAY), ...away, key]));
      setAway(kept);
      keepKeys(PUT_AWAY, kept);
      // The button that had the focus is gone.
      document.querySelector('h1')?.focus({ preventScroll: true });
    },
  };
}
