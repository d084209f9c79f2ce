/**
 * Asks the browser for a Sync event in the service worker when the network is back, where it has one (Safari has none).
 * @throws where it is refused, as in a private window
 */
export async function requestSync(registration: ServiceWorkerRegistration, tag: string): Promise<void> {
  const { sync } = registration as ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  };
  await sync?.register(tag);
}
