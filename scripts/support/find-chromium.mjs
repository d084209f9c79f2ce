// Plain JavaScript: the set-up runs it before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * A Chromium that starts.
 * @typedef {{ path: string, version: string }} Found
 */

/**
 * Looks for the Chromium that people have: with windows, as Debian packages it, then a Chrome, then Playwright's. If
 * `CHROMIUM` is set in the environment only that path is tried, so that a wrong one is noticed.
 *
 * @returns {Found | undefined}
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM;
  return chosen ? started(chosen) : firstThatStarts(candidates());
}

/**
 * Looks for a Chromium that can show notifications. A headless shell refuses every permission for them, so where
 * `CHROMIUM` names one, the search goes on without it.
 *
 * @returns {Found | undefined}
 */
export function findNotifying() {
  const found = findChromium();
  return found && /headless/.test(found.path) ? firstThatStarts(candidates()) : found;
}

function candidates() {
  return [
    ...inPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']),
    '/usr/bin/chromium',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...fromPlaywright(),
  ];
}

function firstThatStarts(files) {
  for (const file of files) {
    const found = existsSync(file) ? started(file) : undefined;
    if (found) return found;
  }
  return undefined;
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Newest first. Playwright keeps each build of Chromium in `chromium-<build>`. */
function fromPlaywright() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  const build = (name) => Number(name.slice('chromium-'.length));
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium',
  ];
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium-') && build(name) > 0)
    .sort((a, b) => build(b) - build(a))
    .flatMap((name) => programs.map((program) => join(cache, name, program)));
}

// On some systems `chromium-browser` is a script that only says where to get Chromium.
function started(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  const version = /chrom[^\d]*[\d.]+/i.exec(stdout ?? '')?.[0];
  return status === 0 && version ? { path, version } : undefined;
}
