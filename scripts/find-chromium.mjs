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
  return [...inPath(), '/usr/bin/chromium', ...fromPlaywright()].find((file) => existsSync(file) && starts(file));
}

function inPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
}

/** Newest first. Playwright keeps each build in `chromium-<build>`. */
function fromPlaywright() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    .flatMap((name) => ['chrome-linux64', 'chrome-linux'].map((folder) => join(cache, name, folder, 'chrome')));
}

// On some systems `chromium-browser` is a script that only says where to get Chromium.
function starts(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /chrom/i.test(stdout);
}
