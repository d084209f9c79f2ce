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
 * Calls `act` at every look at the clock while nobody has asked for anything for a while and no request is under way.
 * @param after ms since the end of the last request
 * @param act returns true once it must not be called again
 * @param clock in ms; it only goes forwards, unlike that of the day
 * @returns the given handler, watched
 */
export function whileIdle(
  serve: Serve,
  { after, act, clock = () => performance.now() }: { after: number; act: () => boolean; clock?: () => number },
): Serve {
  let open = 0;
  let last = clock();
  const timer = setInterval(() => {
    if (open === 0 && clock() - last >= after && act()) clearInterval(timer);
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
