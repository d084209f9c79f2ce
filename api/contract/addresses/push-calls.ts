/** Addresses of push messages. They import nothing: the service worker has them. */
export const pushCalls = {
  /** GET: the public key that a browser needs to subscribe, `{ key }` as base64url. */
  key: () => '/api/push',
  /** POST subscribes or replaces what is there of the same endpoint, DELETE unsubscribes. */
  subscriptions: () => '/api/push/subscriptions',
} as const;
