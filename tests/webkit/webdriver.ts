import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/support/free-port.ts';

/**
 * A WebKit with one window, controlled by the part of WebDriver (https://www.w3.org/TR/webdriver2/) that these tests
 * use.
 */
export interface WebKit {
  version: string;
  goto(path: string): Promise<void>;
  /** Runs a function in the page. It is sent as text, so it can use only its arguments. */
  run<A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Waits until a function in the page returns something truthy. */
  until<A extends unknown[]>(work: (...args: A) => unknown, ...args: A): Promise<void>;
  /** Waits for an element and clicks it. */
  click(xpath: string): Promise<void>;
  /** Presses one key after another, for the element that has the focus. */
  type(keys: string): Promise<void>;
  /** Chooses a file in the input with the given XPath. */
  chooseFile(xpath: string, file: string): Promise<void>;
  /** Closes the browser; its profile stays in its folder. */
  close(): Promise<void>;
}

export interface Desktop {
  /** Opens a browser. @param folder folder of its profile @param origin origin that paths are relative to */
  open(folder: string, origin: string): Promise<WebKit>;
  /** Everything that pages have written to the console. */
  output(): string;
  close(): Promise<void>;
}

/** Keys that produce no character: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const ENTER = '\uE007';
export const TAB = '\uE004';
export const BACKSPACE = '\uE003';
export const END = '\uE010';

const PATIENCE = 60_000;
const PYTHON = '/usr/bin/python3';
const HOST = join(import.meta.dirname, 'host.py');
const PACKAGES = 'apt-get install webkit2gtk-driver xvfb gir1.2-webkit2-4.1 python3-gi';

/** Starts a virtual display and the driver that opens browsers on it. */
export async function openDesktop(): Promise<Desktop> {
  requirePackages();
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${display.toString().trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [driver.stdout, driver.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const address = `http://127.0.0.1:${port}`;
  await eventually('the driver answers', () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    open: (folder, origin) => openBrowser(address, folder, origin),
    output: () => output,
    async close() {
      await end(driver);
      await end(screen);
    },
  };
}

async function openBrowser(driver: string, folder: string, origin: string): Promise<WebKit> {
  const { sessionId, capabilities } = await send<Session>('POST', `${driver}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: PYTHON, args: [HOST, folder] } } },
  });
  const session = `${driver}/session/${sessionId}`;
  const post = <R>(command: string, body: object = {}) => send<R>('POST', `${session}/${command}`, body);

  /** Waits; if the wait fails, the error has the content of the page. */
  const here = (what: string, ask: () => Promise<boolean>) =>
    eventually(what, ask).catch(async (error: unknown) => {
      throw new Error(
        `${String(error)}, on\n${await webkit.run(() => `${location.href}\n${document.body.innerText}`)}`,
      );
    });

  /** Sends a command to an element once it exists, and looks it up again if it was replaced in between. */
  async function act(xpath: string, command: string, body: object = {}): Promise<void> {
    await here(xpath, async () => {
      try {
        const element = await post<Record<string, string>>('element', { using: 'xpath', value: xpath });
        await post(`element/${Object.values(element)[0]}/${command}`, body);
        return true;
      } catch (error) {
        if (/no such element|stale element/.test(String(error))) return false;
        throw error;
      }
    });
  }

  const webkit: WebKit = {
    version: capabilities.browserVersion,
    goto: (path) => post('url', { url: origin + path }),
    async run(work, ...args) {
      const call = `(${work.toString()})(...JSON.parse(arguments[0]))`;
      const script = `return Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`;
      return JSON.parse(await post<string>('execute/sync', { script, args: [JSON.stringify(args)] })) as never;
    },
    async until(work, ...args) {
      // While the page navigates, the call fails.
      const isTrue = () => webkit.run(work, ...args).then(Boolean, () => false);
      await here(`${work.toString()} (${JSON.stringify(args)})`, isTrue);
    },
    click: (xpath) => act(xpath, 'click'),
    async type(keys) {
      const actions = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    chooseFile: (xpath, file) => act(xpath, 'value', { text: file }),
    close: () => send('DELETE', session),
  };
  return webkit;
}

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

/** @throws Error if the driver refuses a command or does not answer */
async function send<R>(method: string, url: string, body?: object): Promise<R> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(PATIENCE),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: R & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

/** Repeats a question until the answer is truthy. @throws Error if it never is */
async function eventually<T>(what: string, ask: () => Promise<T | false>): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await sleep(50);
  }
}

/** @throws Error that says what to install */
function requirePackages(): void {
  const gi = 'import gi; gi.require_version("WebKit2", "4.1")';
  for (const [program, ...args] of [
    ['Xvfb', '-help'],
    ['WebKitWebDriver', '--help'],
    [PYTHON, '-c', gi],
  ] as const) {
    if (spawnSync(program, args).status !== 0) throw new Error(`${program} does not start: ${PACKAGES}`);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
