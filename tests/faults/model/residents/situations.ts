import { FEW, MANY } from '../sometimes.ts';

/** As those of staff (`../sometimes.ts`). */
export const SITUATIONS = {
  'a ticket on the server': FEW,
  'a ticket with photos on the server': MANY,
  'a message on the server': FEW,
  'a ticket that arrives again after its effect': FEW,
  'a photo that arrives again after its effect': MANY,
  'a message that arrives again after its effect': MANY,
  'a ticket sent by the worker': MANY,
  // The lock of the tabs prevents it where there are locks.
  'a page and the worker that send at the same time': 10_000,
  'a worker killed while it sent': MANY,
  'a page killed while it sent': FEW,
  'a ticket that the device could not keep': FEW,
  'a ticket that is sent with the next page, because it was not queued': MANY,
  'one draft sent in two pages with two texts': MANY,
  'a refused ticket mended and sent again': MANY,
  'a ticket erased by its author': MANY,
  'a ticket erased before the server knew of it': MANY,
  'a ticket erased by the town while something of it waits': MANY,
  'a ticket that a restored backup has lost': MANY,
  'a ticket sent again after a restored backup': MANY,
  'a device cleared while something waits': MANY,
  'a page that a later release has stopped': MANY,
  'a clock a day ahead': MANY,
  'a ticket that was paid for with work': MANY,
  'the form closed while something waits': MANY,
} as const;
export type Situation = keyof typeof SITUATIONS;
