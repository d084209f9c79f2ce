// Plain JavaScript: the set-up runs it before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Returns the path of a Chromium that starts, or undefined. If `CHROMIUM` is set in the environment only that path is
 * tried, so that a wrong one is noticed.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM;
  if (chosen) return starts(chosen) ? chosen : undefined;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return firstThatStarts([
    ...inPath(names),
    '/usr/bin/chromium',
    ...fromPlaywright('chromium', ['chrome-linux64/chrome', 'chrome-linux/chrome']),
  ]);
}

/**
 * Returns the path of a Chromium that has no windows and therefore needs less processor time, or undefined. It refuses
 * all permission to show notifications. If `CHROMIUM` is set in the environment there is none.
 *
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  if (process.env.CHROMIUM) return undefined;
  return firstThatStarts([
    ...inPath(['chromium-headless-shell']),
    ...fromPlaywright('chromium_headless_shell', [
      'chrome-headless-shell-linux64/chrome-headless-shell',
      'chrome-linux/headless_shell',
    ]),
  ]);
}

function firstThatStarts(files) {
  return files.find((file) => existsSync(file) && starts(file));
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Newest first. Playwright keeps each build of a browser in `<browser>-<build>`. */
function fromPlaywright(browser, programs) {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  const build = (name) => Number(name.slice(browser.length + 1));
  return readdirSync(cache)
    .filter((name) => name.startsWith(`${browser}-`) && build(name) > 0)
    .sort((a, b) => build(b) - build(a))
    .flatMap((name) => programs.map((program) => join(cache, name, program)));
}

// On some systems `chromium-browser` is a script that only says where to get Chromium.
function starts(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /chrom/i.test(stdout);
}
