import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from '../../../scripts/support/find-chromium.mjs';
import { installLocked } from '../../../scripts/support/install-locked.ts';
import { FLAGS, PHONE, SLOWDOWN, trusting } from '../browser.ts';
import { median } from '../measure.ts';
import { ROUND_TRIP, SPEED } from './slow-line.ts';

/** Where it is installed. */
const FOLDER = join(import.meta.dirname, '../../../.setup/lighthouse');
const ATTEMPTS = 3;

/**
 * Options of the profiles: the default one of Lighthouse, and one with the line and the screen of the phone that opens
 * the pages over a slow line. In both Lighthouse loads the page fast and computes the times of a slow load from that.
 */
const PROFILES = {
  mobile: ['--only-categories=performance,accessibility,best-practices,seo'],
  rural: [
    '--only-categories=performance',
    `--throttling.rttMs=${ROUND_TRIP}`,
    `--throttling.throughputKbps=${SPEED * 8}`,
    `--throttling.cpuSlowdownMultiplier=${SLOWDOWN}`,
    '--screenEmulation.mobile',
    `--screenEmulation.width=${PHONE.viewport.width}`,
    `--screenEmulation.height=${PHONE.viewport.height}`,
    `--screenEmulation.deviceScaleFactor=${PHONE.deviceScaleFactor}`,
  ],
} as const;
export type Profile = keyof typeof PROFILES;

/** Scores are from 0 to 100, times in ms. The rural profile has the score of performance only. */
export interface Judged {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  /** Total blocking time. */
  tbt: number;
}

/** Installs Lighthouse, which takes 176 MB, unless it is installed. @throws Error if it cannot be installed */
export function installLighthouse(): void {
  installLocked(join(import.meta.dirname, 'lighthouse'));
}

/**
 * Runs Lighthouse on pages. The pages take turns.
 * @param key hash of the public key in the server's certificate (`Nginx.key` in nginx.ts)
 * @returns the medians of each page and profile; NaN if Lighthouse failed
 */
export async function judge(urls: readonly string[], key: string, rounds: number): Promise<Record<Profile, Judged>[]> {
  const seen = urls.map((): Record<Profile, Judged[]> => ({ mobile: [], rural: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, url] of urls.entries()) {
      for (const profile of ['mobile', 'rural'] as const) {
        const judged = await judgeOnce(url, key, profile);
        if (judged) seen[place]?.[profile].push(judged);
      }
    }
  }
  return seen.map(({ mobile, rural }) => ({ mobile: middle(mobile), rural: middle(rural) }));
}

/** Lighthouse sometimes loses its trace on a busy machine, so a failed run is repeated. */
async function judgeOnce(url: string, key: string, profile: Profile): Promise<Judged | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const report = await runLighthouse(url, key, profile);
    if (typeof report !== 'string') return judgedIn(report);
    console.log(`Lighthouse, ${profile}, ${url}: ${report}`);
  }
  return null;
}

interface Report {
  categories: Partial<Record<string, { score: number | null }>>;
  audits: Partial<Record<string, { numericValue?: number }>>;
}

/**
 * Runs Lighthouse once. It sends no error reports, and its Chromium can reach no other host than this machine.
 * @returns the report, or the error message
 */
async function runLighthouse(url: string, key: string, profile: Profile): Promise<Report | string> {
  const flags = [
    ...FLAGS,
    '--headless=new',
    trusting(key),
    '--host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"',
  ];
  const args = [
    join(FOLDER, 'node_modules/lighthouse/cli/index.js'),
    url,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--chrome-flags=${flags.join(' ')}`,
    ...PROFILES[profile],
  ];
  const env = { ...process.env, CHROME_PATH: findChromium()?.path };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve(error ? stderr.trim() || error.message : (JSON.parse(stdout) as Report)),
    );
  });
}

function judgedIn({ categories, audits }: Report): Judged {
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100);
  const time = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: time('first-contentful-paint'),
    lcp: time('largest-contentful-paint'),
    tbt: time('total-blocking-time'),
  };
}

function middle(all: Judged[]): Judged {
  const of = (name: keyof Judged) => median(all.map((one) => one[name]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    seo: of('seo'),
    fcp: of('fcp'),
    lcp: of('lcp'),
    tbt: of('tbt'),
  };
}
