import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A page in Firefox, controlled by WebDriver BiDi, with only what these tests need. */
export interface Page {
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It is sent as text, so it can use only its arguments. */
  run<A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Waits until a function in the page returns something truthy. */
  until<A extends unknown[]>(work: (...args: A) => unknown, ...args: A): Promise<void>;
  /** Chooses a file in the input with the given selector. */
  chooseFile(selector: string, path: string): Promise<void>;
  /** Activates the tab, because elements of other tabs neither gain nor lose focus. */
  activate(): Promise<void>;
  close(): Promise<void>;
}

export interface Firefox {
  version: string;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

const PATIENCE = 30_000;

/** Starts Debian's Firefox (apt-get install firefox-esr), headless and with a temporary profile. */
export async function openFirefox(program = process.env.FIREFOX ?? 'firefox-esr'): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'portal-firefox-'));
  writeFileSync(
    join(profile, 'user.js'),
    PREFERENCES.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`).join('\n'),
  );
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const failed = new Promise<never>((_, reject) =>
    child.once('error', () =>
      reject(new Error(`${program} does not start: install firefox-esr, or set FIREFOX to another one`)),
    ),
  );
  const address = await Promise.race([failed, addressIn(child.stderr)]);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let last = 0;

  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as {
      id?: number;
      type: string;
      result: never;
      error?: string;
      message?: string;
    };
    const call = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !call) return;
    waiting.delete(id);
    if (type === 'success') call.resolve(result);
    else call.reject(new Error(`${error}: ${message}`));
  });

  function send<R>(method: string, params: object): Promise<R> {
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (result: never) => void, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  function pageOf(context: string): Page {
    const target = { context };
    const page: Page = {
      goto: async (url) => void (await send('browsingContext.navigate', { ...target, url, wait: 'complete' })),
      async run(work, ...args) {
        const { type, result, exceptionDetails } = await send<{
          type: string;
          result: { value: string };
          exceptionDetails?: { text: string };
        }>('script.callFunction', {
          target,
          awaitPromise: true,
          userActivation: true,
          functionDeclaration:
            `async (args) => ` + `JSON.stringify((await (${work.toString()})(...JSON.parse(args))) ?? null)`,
          arguments: [{ type: 'string', value: JSON.stringify(args) }],
        });
        if (type === 'exception') throw new Error(exceptionDetails?.text);
        return JSON.parse(result.value) as never;
      },
      async until(work, ...args) {
        const end = performance.now() + PATIENCE;
        // While the page navigates, the call fails.
        while (!(await page.run(work, ...args).catch(() => false))) {
          if (performance.now() > end)
            throw new Error(
              `never became true: ${work.toString()} (${JSON.stringify(args)}) on:\n` +
                `${await page.run(() => document.body.innerText)}`,
            );
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      },
      async chooseFile(selector, path) {
        const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
          ...target,
          locator: { type: 'css', value: selector },
        });
        await send('input.setFiles', { ...target, element: { sharedId: nodes[0]?.sharedId }, files: [path] });
      },
      activate: async () => void (await send('browsingContext.activate', target)),
      close: async () => void (await send('browsingContext.close', target)),
    };
    return page;
  }

  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  return {
    version: capabilities.browserVersion,
    async newPage() {
      const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
      return pageOf(context);
    },
    async close() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Firefox makes no requests of its own, and allows service workers over plain http on this machine. */
const PREFERENCES: [string, string | number | boolean][] = [
  ['app.update.enabled', false],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['toolkit.telemetry.enabled', false],
  ['browser.shell.checkDefaultBrowser', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['dom.serviceWorkers.testing.enabled', true],
  ['remote.active-protocols', 1],
];

function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    output.on('data', (data: Buffer) => {
      text += data.toString();
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
}
