import type { IncomingMessage, ServerResponse } from 'node:http';

type Serve = (req: IncomingMessage, res: ServerResponse) => void;

/** Time in ms between two looks at the clock. */
const LOOK_EVERY = 15_000;
/**
 * Exit code of a portal that rests: its unit does not start it again for that, the next request does. It is none of the
 * codes that Node and shells use.
 */
export const RESTING = 77;

/**
 * Calls `rest` once nobody has asked for anything for a while, no request is under way and no work waits.
 * @param minutes undefined: never
 * @param hasWork whether something is planned that must not wait for the next request
 * @param clock in ms; it only goes forwards, unlike that of the day
 * @returns the given handler, watched
 */
export function restWhenIdle(
  serve: Serve,
  {
    minutes,
    hasWork,
    rest,
    clock = () => performance.now(),
  }: { minutes: number | undefined; hasWork: () => boolean; rest: () => void; clock?: () => number },
): Serve {
  if (minutes === undefined) return serve;
  let open = 0;
  let last = clock();
  const timer = setInterval(() => {
    if (open > 0 || clock() - last < minutes * 60_000 || hasWork()) return;
    clearInterval(timer);
    rest();
  }, LOOK_EVERY);
  timer.unref();
  return (req, res) => {
    open += 1;
    res.once('close', () => {
      open -= 1;
      last = clock();
    });
    serve(req, res);
  };
}
