/** The value below which the given fraction of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
export const median = (values: readonly number[]) => quantile(values, 0.5);

/**
 * Times several functions in turns, so that other load on the machine affects all of them alike, and in the opposite
 * order every other round, so that none always follows the same one.
 * @param rounds how often each is measured, after a few warm-up rounds
 * @returns the median of each function in ms
 */
export async function timeInTurns(works: (() => unknown)[], rounds: number): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = -Math.min(5, rounds); round < rounds; round += 1) {
    const turns = [...works.entries()];
    for (const [place, work] of round % 2 === 0 ? turns : turns.reverse()) {
      const began = performance.now();
      await work();
      if (round >= 0) times[place]?.push(performance.now() - began);
    }
  }
  return times.map(median);
}
