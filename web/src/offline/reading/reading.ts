import { whenIdle } from '../../browser/when-idle.ts';
import { tellWorker } from '../../page-and-worker/messages.ts';
import { keepPulling } from '../pull/triggers.ts';
import { keepAlertTime } from './alert-timer.ts';
import { openDeviceReading } from './device-reading.ts';

const reading = openDeviceReading({ refreshShell: () => tellWorker({ type: 'refresh-shell' }), whenIdle });
let stop: (() => void) | null = null;

for (const event of ['online', 'offline']) window.addEventListener(event, reading.networkChanged);

export const { read, remember, subscribeFreshness, freshness, today, store } = reading;

/**
 * Calls back when the content of the device has changed, in any tab, or when the server can be reached again. The first
 * listener starts filling and pulling.
 */
export function subscribe(listener: () => void): () => void {
  if (!stop) {
    stop = keepPulling(reading.pull);
    reading.subscribe(keepAlertTime((after) => reading.onDevice().alertTimes(after), reading.refresh));
  }
  return reading.subscribe(listener);
}
