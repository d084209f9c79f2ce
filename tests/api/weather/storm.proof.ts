import { expect, onTestFinished, test } from 'vitest';
import { blankDocuments } from '#contract/town/documents';
import { openLog } from '../../../api/log.ts';
import { openTimelyAlerts } from '../../../api/records/timely-alerts.ts';
import { openWeather } from '../../../api/weather/open-weather.ts';
import { square } from '../../weather-messages.ts';
import { FEED, startWeatherService } from '../../weather-service.ts';
import { openTown } from '../town.ts';

test('a storm of 500 warnings is read, each once, and the most severe are shown', { timeout: 300_000 }, async () => {
  const [town, service] = await Promise.all([openTown(), startWeatherService()]);
  onTestFinished(service.close);
  const { db, writer, clock } = town;
  const now = () => clock.now;
  const weather = openWeather({ db, now, writer, log: openLog('silent'), testService: service.origin });
  onTestFinished(() => weather.close());
  const settings = { feed: FEED, place: '-32.5, -61.5', pushFrom: 'Moderate' };
  writer.setDocument(town.act, 'site', { ...blankDocuments.site, weather: settings });
  for (let at = 0; at < 500; at += 1)
    service.publish({
      identifier: `urn:oid:${at}`,
      sent: clock.now,
      headline: `Aviso ${at}`,
      severity: at === 250 ? 'Extreme' : 'Moderate',
      polygon: square(at % 2 === 0 ? [-32.5, -61.5] : [-45, -70]),
    });
  for (let looks = 0; looks < 20 && service.asked.length < 501; looks += 1) {
    await weather.look();
    clock.now += 30_000;
  }
  expect(new Set(service.asked.map(({ path }) => path)).size).toBe(501);
  expect(service.asked.filter(({ status }) => status === 200)).toHaveLength(501);
  const current = openTimelyAlerts(db)(clock.now);
  expect(current).toHaveLength(10);
  expect(current[0]?.headline).toBe('Aviso 250');
});
