// A step of the build: gives the service worker's code a name with its hash, and leaves one line that imports it at the
// address at which browsers look for a new worker. They fetch that address without a compression dictionary, what it
// imports with one, so the code of a later release costs a device only what has changed. What the code imports is in
// the line too, so that it is fetched beside it and not after it.
//
// The line imports a name that the code exports at its end: code of which nothing or only a part has come is then no
// worker at all, and the former one stays, where it would else be one that answers nothing.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = process.argv[2] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'web');
const address = join(WEB, 'sw.js');

const code = `${readFileSync(address, 'utf8').trimEnd()}\nexport const whole=1;\n`;
const name = `sw-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
mkdirSync(join(WEB, 'assets'), { recursive: true });
writeFileSync(join(WEB, 'assets', name), code);
const imported = [...code.matchAll(/^import\{[^}]*\}from"(\/assets\/[\w./-]+)";/gm)].map(([, path]) => path);
const beside = imported.map((path) => `import"${path}";`).join('');
writeFileSync(address, `${beside}import{whole}from"/assets/${name}";\n`);
console.log(`the service worker is ${name}`);
