/**
 * The outcome of `work`. Work that exceeds the limit is not cancelled.
 * @param limit in ms
 * @param late thrown after the limit
 */
export async function withTimeout<T>(limit: number, work: PromiseLike<T>, late: Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), limit);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
