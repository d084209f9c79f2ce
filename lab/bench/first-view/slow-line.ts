import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

const PIECE = 1460;
/** In ms. */
export const ROUND_TRIP = 400;
/** 400 kbit/s, in bytes per ms. */
export const SPEED = 50;

interface SlowLine {
  port: number;
  /** Number of bytes that have arrived from the server, encryption included. */
  received(): number;
  close(): void;
}

/**
 * Opens a line to a local port with a round trip of 400 ms and 400 kbit/s in each direction, shared by all connections.
 * Opening a connection takes a round trip too, as it does on a phone; the emulation of DevTools opens them without
 * delay.
 */
export async function slowLine(targetPort: number): Promise<SlowLine> {
  let received = 0;
  const down = lane();
  const up = lane();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to, carry] of [
      [near, far, up],
      [far, near, down],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (data) => {
        for (let at = 0; at < data.length; at += PIECE) {
          const piece = data.subarray(at, at + PIECE);
          carry(piece.length, () => {
            if (from === far) received += piece.length;
            if (to.writable) to.write(piece);
          });
        }
      });
      from.on('end', () => carry(0, () => to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        carry(0, () => to.destroy());
      });
    }
    // The handshake takes a round trip before any data can be sent.
    near.pause();
    setTimeout(() => near.resume(), ROUND_TRIP);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** One direction: pieces are sent one after another at the speed of the line, and arrive in order after the latency. */
function lane() {
  const under: { arrives: number; deliver: () => void }[] = [];
  let freeAt = 0;

  function arrive(): void {
    while (under[0] && under[0].arrives <= performance.now()) under.shift()?.deliver();
    if (under[0]) setTimeout(arrive, Math.max(1, under[0].arrives - performance.now()));
  }
  return (size: number, deliver: () => void): void => {
    freeAt = Math.max(freeAt, performance.now()) + size / SPEED;
    if (under.push({ arrives: freeAt + ROUND_TRIP / 2, deliver }) === 1) arrive();
  };
}
