import { ours, refusal } from '../outbox/device.ts';

type Body = Record<string, unknown>;

interface World {
  isDown: boolean;
  /** It does what it is asked, and the device never hears of it. */
  losesAnswers: boolean;
  /** Answers a call in the place of the server; null where the server answers. */
  answer: ((path: string) => Response | null) | null;
  asked: string[];
  bodies: Body[];
  tickets: Map<string, 'erased' | (Body & { photos: string[]; messages: string[] })>;
  fetch: typeof globalThis.fetch;
}

/** A server of tickets in memory, whose calls mean the same when they are repeated. */
export function fakeServer() {
  const seen = new Set<string>();
  const server: World = {
    isDown: false,
    losesAnswers: false,
    answer: null,
    asked: [],
    bodies: [],
    tickets: new Map(),
    async fetch(input, init) {
      const path = String(input);
      server.asked.push(path);
      if (server.isDown) throw new TypeError('Failed to fetch');
      const body = JSON.parse(String(init?.body ?? '{}')) as Body;
      server.bodies.push(body);
      const answer = server.answer?.(path) ?? done(path, body);
      if (server.losesAnswers) throw new TypeError('Failed to fetch');
      return answer;
    },
  };

  function done(path: string, body: Body): Response {
    const [, , , id = String(body.id), call = ''] = path.split('/');
    const known = server.tickets.get(id);
    if (call === '') {
      if (!known) server.tickets.set(id, { ...body, photos: [], messages: [] });
      return ours({ id }, 201);
    }
    if (known === undefined) return refusal(404);
    if (known === 'erased') return refusal(410);
    const isNew = !seen.has(JSON.stringify([path, body]));
    seen.add(JSON.stringify([path, body]));
    if (call === 'photo' && isNew) known.photos.push(String(body.name));
    if (call === 'message' && isNew) known.messages.push(String(body.text));
    if (call === 'erase') server.tickets.set(id, 'erased');
    return ours(1);
  }
  return server;
}
