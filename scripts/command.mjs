import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
let child;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));

/** Stops the set-up; its message is the line that is printed. */
export class Stopped extends Error {}

/** Whether somebody asked to stop; what is running has been told, and a second time ends it here and now. */
export function interrupted() {
  return stopping;
}

/**
 * Runs a command with its output in `.setup/<log>.log`; `failed` says, without a full stop, what it means that it
 * fails.
 */
export function run(log, failed, command, args, env = {}) {
  const file = join('.setup', `${log}.log`);
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  const output = createWriteStream(path);
  output.write(`$ ${command} ${args.join(' ')}\n`);
  return new Promise((done, fail) => {
    if (stopping) return fail(new Stopped(failed));
    child = spawn(command, args, {
      cwd: root,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    child.on('error', (error) => {
      output.end();
      fail(new Stopped(`${failed} (${command}: ${error.code}).`));
    });
    child.on('close', (code) => {
      child = undefined;
      output.end(() => {
        if (code === 0) return done();
        if (process.env.CI) console.error(`\n${tail(path)}`);
        fail(new Stopped(`${failed}. El detalle está en ${file}.`));
      });
    });
  });
}

/** Runs npm, the one that runs this script where there is one; the rest as in `run`. */
export function npm(log, failed, args, env) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js')
    ? run(log, failed, 'node', [cli, ...args], env)
    : run(log, failed, 'npm', args, env);
}

/**
 * The environment without what the npm that runs this script put there for its own use, and without the project's
 * Node in PATH: npm must not run on the very files it is replacing.
 */
function cleanEnvironment() {
  const ours = /^(npm_(lifecycle|package|command|node_execpath|config_local_prefix)|INIT_CWD$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules[/\\]\.bin[/\\]?$/.test(folder))
    .join(delimiter);
  return env;
}

function interrupt(signal) {
  if (stopping) process.exit(130);
  stopping = true;
  child?.kill(signal);
}

function tail(path) {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-40).join('\n');
}
