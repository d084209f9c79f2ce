import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
let child;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));

/** Ends the set-up; its message is printed as one line. */
export class Stopped extends Error {}

/**
 * Whether the set-up was asked to stop. The signal was passed on to the running command; a second signal ends the
 * set-up at once.
 */
export function interrupted() {
  return stopping;
}

/**
 * Runs a command and writes its output to `.setup/<log>.log`. `failed` is the message if it fails, without a full stop.
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

/** Runs npm, the same one that runs this script if there is one. The parameters are those of `run`. */
export function npm(log, failed, args, env) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js')
    ? run(log, failed, 'node', [cli, ...args], env)
    : run(log, failed, 'npm', args, env);
}

/**
 * Returns the environment without the variables that npm has set for this script, and without the project's Node in
 * PATH, because npm must not run on the files that it is replacing.
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
