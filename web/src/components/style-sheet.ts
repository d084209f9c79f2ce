/** Adds a style sheet to a document or a shadow root. Resolves when it is in force, or cannot be had. */
export async function addStyleSheet(href: string, place: ParentNode = document.head): Promise<void> {
  const link = document.createElement('link');
  await new Promise<void>((resolve) => {
    Object.assign(link, { rel: 'stylesheet', href, onload: () => resolve(), onerror: () => resolve() });
    place.append(link);
  });
}
