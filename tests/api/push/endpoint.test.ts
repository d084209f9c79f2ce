import { expect, test } from 'vitest';
import { serviceOf } from '../../../api/push/endpoint.ts';

test.for([
  ['https://fcm.googleapis.com/fcm/send/abc:APA91b-x_y', 'https://fcm.googleapis.com', 'google'],
  ['https://jmt17.google.com/fcm/send/abc:APA91b-x_y', 'https://jmt17.google.com', 'google'],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', 'https://updates.push.services.mozilla.com', 'mozilla'],
  ['https://web.push.apple.com/QGyYv', 'https://web.push.apple.com', 'apple'],
  ['https://wns2-bl2p.notify.windows.com/w/?token=BQYAAA%2b', 'https://wns2-bl2p.notify.windows.com', 'microsoft'],
] as const)('%s is the address of a device', ([endpoint, service, provider]) => {
  expect(serviceOf(endpoint)).toEqual({ service, provider });
});

test.for([
  'http://127.0.0.1',
  'http://fcm.googleapis.com/fcm/send/a',
  'https://127.0.0.1/fcm',
  'https://[::1]/fcm',
  'https://2130706433/',
  'https://localhost/push/a',
  'https://fcm.googleapis.com:8443/fcm/send/a',
  'https://ana:clave@fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com@127.0.0.1/',
  'https://fcm.googleapis.com.evil.example/a',
  'https://evilfcm.googleapis.com/a',
  'https://evil.example/fcm.googleapis.com',
  'https://a.b.notify.windows.com/w',
  'https://notify.windows.com/w',
  'https://fcm.googleapis.com./fcm/send/a',
  'https://fcm.googleapis.com/fcm/send/a#b',
  'https://FCM.googleapis.com/fcm/send/a',
  ' https://fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com/../a',
  'https:fcm.googleapis.com/a',
  'fcm.googleapis.com/a',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '',
  `https://fcm.googleapis.com/${'a'.repeat(2000)}`,
])('nothing is sent to %s', (endpoint) => {
  expect(serviceOf(endpoint)).toBeNull();
});

test('only the one address that a test names is allowed besides', () => {
  const test = 'https://localhost:4430';
  expect(serviceOf('https://localhost:4430/push/a', test)?.service).toBe(test);
  for (const other of ['https://localhost:4431/a', 'http://localhost:4430/a', 'https://127.0.0.1:4430/a']) {
    expect(serviceOf(other, test)).toBeNull();
  }
});
