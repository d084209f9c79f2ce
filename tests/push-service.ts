import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PushMessage } from '#contract/messages/push-message';
import { selfSigned } from '../scripts/support/self-signed.ts';

/** A message as a push service has accepted it (RFC 8030), decrypted with the receiver's key. */
export interface Received {
  endpoint: string;
  message: PushMessage;
  /** Seconds for which the service keeps it. */
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
}

/** What the service answers: a status, nothing, or a connection that is closed in the middle. */
export type PushAnswer = { status: number; headers?: Record<string, string> } | 'hang' | 'cut';

/** What a browser gives the page that subscribes. */
export interface Receiver {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushService {
  /** Address of the service, `https://localhost:PORT`. */
  origin: string;
  /** Its certificate, and the file with it: for `NODE_EXTRA_CA_CERTS`. */
  ca: string;
  caFile: string;
  /**
   * Makes a receiver, as `PushManager.subscribe` does.
   * @param key the portal's public key: then only messages signed with it are accepted
   */
  subscribe(key?: string): Receiver;
  /** Everything that was accepted, in order. */
  received: Received[];
  /** What a device gets that has been off: messages of the same topic have replaced each other. */
  waiting(endpoint: string): PushMessage[];
  /** Number of requests for each receiver, whatever was answered. */
  requests: Map<string, number>;
  /** Maximum number of requests that were under way at once. */
  most: number;
  /** What the portal did against the protocol; each such request was refused. */
  faults: string[];
  /** Replaces the answer: by default 201. A test may change it. */
  answer: (endpoint: string) => PushAnswer;
  /** Ends the connections whose requests it has not answered, so that nobody has to wait for them. */
  hangUp(): void;
  close(): Promise<void>;
}

/**
 * Opens a push service on this machine that speaks the real protocol: RFC 8030 (sending), 8188 and 8291 (encryption),
 * 8292 (who sends). It trusts nothing that the portal says.
 */
export async function openPushService(): Promise<PushService> {
  const certificate = selfSigned('localhost', Date.now() - 86_400_000, Date.now() + 86_400_000 * 30);
  const folder = mkdtempSync(join(tmpdir(), 'push-service-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, certificate.cert);
  const receivers = new Map<string, { keys: ECDH; auth: Buffer; key: string | undefined }>();
  let underWay = 0;

  const server = createServer(certificate, (req, res) => {
    underWay += 1;
    service.most = Math.max(service.most, underWay);
    res.once('close', () => (underWay -= 1));
    void take(req, res).catch((error: unknown) => {
      service.faults.push(String(error));
      res.writeHead(400).end();
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const endpoint = origin + (req.url ?? '');
    service.requests.set(endpoint, (service.requests.get(endpoint) ?? 0) + 1);
    const receiver = receivers.get(endpoint);
    if (!receiver) return void res.writeHead(404).end();
    const answer = service.answer(endpoint);
    if (answer === 'hang') return;
    if (answer === 'cut') return void req.socket.destroy();
    if (req.method !== 'POST') throw new Error(`${req.method} is no way to send a message`);
    checkSender(req, origin, receiver.key);
    const accepted = answer.status >= 200 && answer.status < 300;
    const received = { endpoint, ...headersOf(req), message: decrypted(Buffer.concat(pieces), receiver) };
    if (accepted) service.received.push(received);
    res.writeHead(answer.status, { ...(accepted ? { Location: `${origin}/message/1` } : {}), ...answer.headers }).end();
  }

  const service: PushService = {
    origin,
    ca: certificate.cert,
    caFile,
    received: [],
    requests: new Map(),
    most: 0,
    faults: [],
    answer: () => ({ status: 201 }),
    subscribe(key) {
      const [keys, auth] = [createECDH('prime256v1'), randomBytes(16)];
      const p256dh = keys.generateKeys().toString('base64url');
      const endpoint = `${origin}/push/${randomBytes(24).toString('base64url')}`;
      receivers.set(endpoint, { keys, auth, key });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    waiting(endpoint) {
      const kept = new Map<string, PushMessage>();
      for (const [n, one] of service.received.entries()) {
        if (one.endpoint === endpoint) kept.set(one.topic ?? `#${n}`, one.message);
      }
      return [...kept.values()];
    },
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return service;
}

/** RFC 8030: how long, how urgent, and what the message replaces. */
function headersOf({ headers }: IncomingMessage): Pick<Received, 'ttl' | 'urgency' | 'topic'> {
  const { ttl = '', urgency, topic } = headers as Record<string, string | undefined>;
  if (!/^\d+$/.test(ttl)) throw new Error(`TTL: ${ttl}`);
  if (urgency !== undefined && !/^(?:very-low|low|normal|high)$/.test(urgency)) throw new Error(`Urgency: ${urgency}`);
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error(`Topic: ${topic}`);
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Content-Encoding is not aes128gcm');
  return { ttl: Number(ttl), urgency, topic };
}

/** RFC 8292: a token for this service, not older than a day, signed with the key that the receiver was made for. */
function checkSender({ headers }: IncomingMessage, origin: string, key: string | undefined): void {
  const [, token = '', sender = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(sender, 'base64url');
  if (point.length !== 65 || (key !== undefined && key !== sender)) throw new Error('signed with another key');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))) {
    throw new Error('the signature is wrong');
  }
  const { alg } = parsed(head) as { alg: unknown };
  const { aud, exp, sub } = parsed(claims) as { aud: unknown; exp: unknown; sub: unknown };
  const left = Number(exp) - Date.now() / 1000;
  if (alg !== 'ES256' || aud !== origin) throw new Error(`alg ${String(alg)}, aud ${String(aud)}`);
  if (!(left > 0 && left <= 86_400)) throw new Error(`the token is valid for ${left} s`);
  if (!/^(?:mailto:.+@|https:\/\/)./.test(String(sub))) throw new Error(`sub ${String(sub)}`);
}

const parsed = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

/** RFC 8188 and 8291: one record, decrypted with the receiver's key and secret. */
function decrypted(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): PushMessage {
  if (body.length > 4096) throw new Error(`${body.length} bytes`);
  const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  if (sealed.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = hkdf(keys.computeSecret(sender), auth, info, 32);
  const contentKey = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong');
  return JSON.parse(padded.subarray(0, end).toString('utf8')) as PushMessage;
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));
