import { readFileSync } from 'node:fs';

/** Version of this program, `<major>.<minor>.<patch>`. */
export const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
