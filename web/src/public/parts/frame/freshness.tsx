import { useEffect, useState } from 'react';
import { dayAt, daysFrom, longMoment } from '#contract/values/dates';
import { whenIdle } from '../../../browser/when-idle.ts';
import { useOffline } from '../../../components/use-offline.ts';
import { keepKeys, keptKeys, SMALL_ON } from '../kept-keys.ts';

/** What is known of the data on screen; times are ms since the epoch of the device. */
interface Age {
  /** When they were level with the server; null for never. */
  at: number | null;
  online: boolean;
  now: number;
}

/** How often an age is looked at again, in ms: a page may stay open for days. */
const LOOK = 60_000;

/**
 * Says how old the data on screen are while the network or the server does not respond. Whoever reads on can make it
 * small, on all pages; it is whole again when the data are a day older.
 */
export function Freshness({ partial }: { partial: boolean }) {
  const age = useAge();
  const isOffline = useOffline();
  /** The day for which it was made small. */
  const [smallOn, setSmallOn] = useState('');
  useEffect(() => setSmallOn(keptKeys(SMALL_ON)[0] ?? ''), []);
  const isShown = partial || !age.online;
  const words = age.at === null ? '' : ageWords(age.at, age.now);
  const day = dayAt(age.now);
  const isSmall = words !== '' && smallOn === day;
  function resize(): void {
    const next = isSmall ? '' : day;
    setSmallOn(next);
    keepKeys(SMALL_ON, next ? [next] : []);
  }
  // A device with a network only knows that the portal does not respond.
  const away = partial ? 'Solo lo guardado' : isOffline ? 'Sin conexión' : 'Sin respuesta';
  return (
    <div className={isSmall ? 'freshness small' : 'freshness'}>
      <p role="status">{isShown && !isSmall && [away, words && `datos ${words}`].filter(Boolean).join(' · ')}</p>
      {isShown && words && (
        <button type="button" aria-expanded={!isSmall} onClick={resize}>
          {isSmall ? away : <span className="hidden-text">Achicar este aviso</span>}
        </button>
      )}
    </div>
  );
}

/** `de hoy, 9:32 h`, `de ayer, 9:32 h`, `de hace 12 días`; the day, if it is still to come by the device's clock */
export function ageWords(at: number, now: number): string {
  const days = daysFrom(dayAt(at), dayAt(now));
  if (days > 1) return `de hace ${days} días`;
  return longMoment(at).replace(/^.*(?=,)/, (day) => ['de hoy', 'de ayer'][days] ?? `del ${day}`);
}

function useAge(): Age {
  const [age, setAge] = useState<Age>({ at: null, online: true, now: 0 });
  useEffect(() => {
    let isOver = false;
    let end: (() => void) | undefined;
    whenIdle(async () => {
      const { freshness, subscribeFreshness } = await import('../../../offline/reading/reading.ts');
      if (isOver) return;
      const look = () => setAge({ ...freshness(), now: Date.now() });
      look();
      const timer = setInterval(look, LOOK);
      const unsubscribe = subscribeFreshness(look);
      end = () => {
        clearInterval(timer);
        unsubscribe();
      };
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, []);
  return age;
}
