import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { newStory, openPortal, ownFolder, saveField } from './portal.ts';

const VISITORS = 2000;

test(`${VISITORS} simultaneous connections are all answered, and staff can save meanwhile`, async () => {
  const portal = await openPortal(ownFolder());
  const id = await newStory(portal);
  const port = Number(new URL(portal.url).port);
  const sockets = await Promise.all(Array.from({ length: VISITORS }, () => connected(port)));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  // With all of them open and idle, a new visitor is served as usual.
  expect((await saveField(portal, id, 'title', { value: 'Con mucha gente' })).body).toBe(1);
  const began = performance.now();
  const answers = await Promise.all(
    sockets.map((socket, index) => ask(socket, index % 2 === 0 ? '/api/dataPublic/site' : '/salud')),
  );
  const took = performance.now() - began;
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect((await fetch(`${portal.url}/salud`)).status).toBe(200);
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  expect(memory).toBeLessThan(400);
  console.info(`${VISITORS} connections answered in ${took.toFixed(0)} ms, ${memory.toFixed(0)} MiB`);
  sockets.forEach((socket) => void socket.destroy());
  await portal.stop();
});

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new Socket().connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends a GET. @returns the status of the answer */
function ask(socket: Socket, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (piece: Buffer) => resolve(Number(piece.toString('latin1').split(' ')[1])));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  });
}
