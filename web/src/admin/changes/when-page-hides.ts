/**
 * Calls `hide` when the page is hidden or left, which is the last moment for what is typed to be stored.
 * @returns function that stops listening
 */
export function whenPageHides(hide: () => void): () => void {
  const onHide = () => hide();
  document.addEventListener('visibilitychange', onHide);
  addEventListener('pagehide', onHide);
  return () => {
    document.removeEventListener('visibilitychange', onHide);
    removeEventListener('pagehide', onHide);
  };
}
