/**
 * Returns a function that loads and then shows the result. A result is dropped if that of a later load was shown first.
 * @param load must not fail
 */
export function inOrder<T>(load: () => Promise<T>, show: (result: T) => void): () => void {
  let begun = 0;
  let shown = 0;
  return () => {
    const own = (begun += 1);
    void load().then((result) => {
      if (own < shown) return;
      shown = own;
      show(result);
    });
  };
}
