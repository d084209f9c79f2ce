import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { DateRange, Day } from '#contract/values/dates';
import { PICK_DELAY } from '#contract/limits';
import { whenIdle } from '../browser/when-idle.ts';

/**
 * A calendar for picking one or two days. Loaded when the page is idle; until then `children` are shown. A pair of days
 * takes effect at once, a single day after 2 s without a second.
 */
export function DatePicker({
  label,
  range,
  today,
  min,
  max,
  busy = NONE,
  onPick,
  children,
}: {
  label: string;
  range: DateRange | null;
  today: Day;
  min?: string;
  max?: string;
  busy?: Day[];
  onPick: (range: DateRange) => void;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const picked = useEffectEvent(onPick);
  const [isLive, setLive] = useState(false);
  const { from, to } = range ?? {};
  const busyDays = busy.join();

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let end: (() => void) | undefined;
    whenIdle(async () => {
      const { openPicker } = await import('./picker.ts');
      if (isOver || !place.current) return;
      end = openPicker(
        place.current,
        { range: from && to ? { from, to } : null, today, min, max, label, busy: busyDays.split(',') },
        (chosen, isPair) => {
          clearTimeout(timer);
          timer = setTimeout(() => picked(chosen), isPair ? 0 : PICK_DELAY);
        },
      );
      setLive(true);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [from, to, today, min, max, label, busyDays]);

  return (
    <div className="calendar">
      <div ref={place} hidden={!isLive} />
      {!isLive && children}
    </div>
  );
}

const NONE: Day[] = [];
