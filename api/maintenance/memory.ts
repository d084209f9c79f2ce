/** Growth of the heap in bytes that is worth a collection. */
const WORTH = 4 * 1024 * 1024;

/**
 * Gives memory that is not used back to the system. Without requests Node collects no garbage: what starting or a busy
 * hour has left would stay, about 10 MB in a portal of 120.
 * @param collect V8's collector, which Node offers with `--expose-gc`; undefined: nothing is ever collected
 * @param heap size of the heap in bytes, with what is not used of it
 * @returns collects if the heap has grown since the last time, which takes up to 0.1 s; false, so that it is called
 *   again
 */
export function openMemory(
  collect: (() => void) | undefined = lastResort(globalThis.gc),
  heap = () => process.memoryUsage().heapTotal,
): () => false {
  let known = 0;
  return () => {
    if (collect && heap() > known + WORTH) {
      collect();
      known = heap();
    }
    return false;
  };
}

/** Also drops compiled code that has not run lately, which a regular collection keeps. */
function lastResort(gc: typeof globalThis.gc): (() => void) | undefined {
  return gc && (() => void gc({ type: 'major', flavor: 'last-resort', execution: 'sync' }));
}
