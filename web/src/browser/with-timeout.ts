/** The outcome of `work`, or `late` when it has not come after `limit` ms. What is late goes on: nothing calls it off. */
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
