import { useEffect, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { zonesOf } from '#contract/calendar/roster-rows';
import { TOPIC_SECTIONS, TOPICS } from '#contract/sections';
import type { Topic } from '#contract/sections';
import type { CategoriesDocument, SiteDocument } from '#contract/records';
import { sectionName } from '#contract/town/menu';
import { isIosBrowser } from '../../browser/install-prompt.ts';
import { requestSync } from '../../browser/request-sync.ts';
import { keepZone } from '../../push/zone.ts';
import {
  agreedTopics,
  canBeTold,
  Refused,
  settle,
  subscribe,
  unsubscribe,
  workerReady,
} from '../../push/subscription.ts';
import { PUSH_SYNC } from '../../page-and-worker/messages.ts';
import { definePage } from '../public-page.ts';
import { InstallSteps } from '../parts/frame/install-entry.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useZone, ZoneChoice } from '../parts/rosters/zone.tsx';

/** Asks for notifications on this device, and ends them. Only this page has the code for it. */
export const page = definePage<string[]>({
  style: 'rows',
  startsAtOnce: true,
  // Without the zones the rest can be asked for all the same.
  load: (reader) =>
    reader.list('roster').then(
      ({ items }) => zonesOf(items),
      () => [],
    ),
  head: () => ({
    title: 'Avisos en este teléfono',
    description: 'Qué avisos podés recibir, y cada cuánto.',
    noIndex: true,
  }),
  Page: ({ data: zones, site, categories }) => (
    <>
      <PageHead
        title="Avisos en este teléfono"
        lead="Llegan aunque el portal esté cerrado. Elegí cuáles querés; los dejás cuando quieras."
      />
      <div className="section panel">
        <noscript>
          <p>Para recibir avisos hace falta JavaScript.</p>
        </noscript>
        <Choice site={site} zones={zones} list={categories.zones} />
      </div>
    </>
  ),
});

type State = 'looking' | 'ready' | 'unsupported' | 'not-installed' | 'denied';

const REASONS: Record<'unsupported' | 'not-installed' | 'denied', ReactNode> = {
  unsupported: <p>Este navegador no recibe avisos. Probá con otro, como Chrome o Firefox.</p>,
  'not-installed': (
    <>
      <p>En iPhone y iPad los avisos llegan solo si instalás el portal y los pedís desde ahí:</p>
      <InstallSteps />
    </>
  ),
  denied: (
    <p>
      Tu navegador tiene bloqueados los avisos de este sitio. Para permitirlos, tocá el ícono que está junto a la
      dirección, entrá en Permisos y, en Notificaciones, elegí Permitir. Si instalaste el portal, hacelo en los ajustes
      del teléfono: Aplicaciones, el portal, Notificaciones.
    </p>
  ),
};

function Choice({ site, zones, list }: { site: SiteDocument; zones: string[]; list: CategoriesDocument['zones'] }) {
  const [state, setState] = useState<State>('looking');
  const [agreed, setAgreed] = useState<Topic[]>([]);
  /** What the person has ticked and not sent; null for what is agreed. */
  const [ticked, setTicked] = useState<Topic[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const chosen = ticked ?? agreed;
  const [zone, chooseZone] = useZone(zones);

  async function look() {
    const next = stateNow();
    setAgreed(await agreedTopics().catch(() => []));
    setState(next);
    if (next === 'unsupported' || next === 'not-installed') return;
    const problem = await makeGood();
    if (problem) setWords(problem);
    setAgreed(await agreedTopics().catch(() => []));
  }
  useEffect(() => {
    void look();
    // Whoever changes the permission in the settings comes back to this page.
    const comeBack = () => document.hidden || void look();
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, []);

  async function act(work: () => Promise<AskingResult>) {
    setBusy(true);
    setWords('Un momento…');
    const outcome = await work();
    setWords(outcome.words);
    if (outcome.isDone) setTicked(null);
    setBusy(false);
    await look();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    // It may have been chosen before anything was asked for, by an earlier release.
    void keepZone(zone);
    if (chosen.length > 0) void act(() => ask(chosen));
    else if (agreed.length > 0) void act(stop);
    else setWords('Marcá al menos uno.');
  }

  // What comes depends on the browser, and nothing moves when it is known.
  if (state === 'looking') return <p className="scripted">Un momento…</p>;
  if (state !== 'ready') return <div className="asking">{REASONS[state]}</div>;
  return (
    <div className="asking">
      <form onSubmit={submit}>
        <fieldset disabled={isBusy}>
          <legend>¿De qué querés avisos?</legend>
          {TOPIC_SECTIONS.map(({ address, topic: { name: topic, words: sends } }) => (
            <label key={topic}>
              <input
                type="checkbox"
                checked={chosen.includes(topic)}
                onChange={({ target }) => {
                  // What was said is about what was ticked before.
                  setWords('');
                  setTicked(TOPICS.filter((one) => (one === topic ? target.checked : chosen.includes(one))));
                }}
              />
              <span>
                {sectionName(site, address)}
                <small>{sends}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <p role="status">{words || (agreed.length > 0 && 'Este teléfono recibe los avisos marcados.')}</p>
        <p>
          <button className="button" disabled={isBusy}>
            {agreed.length > 0 ? 'Guardar los cambios' : 'Recibir avisos'}
          </button>{' '}
          {agreed.length > 0 && (
            <button className="button quiet" type="button" disabled={isBusy} onClick={() => void act(stop)}>
              Dejar de recibir avisos
            </button>
          )}
        </p>
      </form>
      {chosen.includes('guardias') && <ZoneChoice zones={zones} list={list} zone={zone} choose={chooseZone} />}
      <p>
        Para mandarte avisos guardamos una dirección que crea tu navegador y los temas que elegiste, nada que diga quién
        sos. Cuando dejás de recibirlos, se borra. Viajan cifrados por el servicio de tu navegador. Tu zona no sale de
        este teléfono.
      </p>
    </div>
  );
}

function stateNow(): State {
  if (!canBeTold()) return isIosBrowser() ? 'not-installed' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** Time, in ms, after which this page asks the server again to take the subscription. */
const ASKED_AGAIN = 60_000;

/**
 * Makes good what the browser has replaced or dropped, or the server has lost. Without a network the service worker
 * does it another time. Returns what is wrong, '' if nothing is known.
 */
async function makeGood(): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration();
  const settled = registration && settle(registration.pushManager, ASKED_AGAIN);
  return (await settled?.then(() => '', reasonOf)) ?? '';
}

/** Returns why the device gets nothing, '' if there is no network. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return navigator.onLine ? 'El servicio de avisos no respondió. Probá de nuevo en un rato.' : '';
}

interface AskingResult {
  words: string;
  isDone: boolean;
}
const done = (words: string): AskingResult => ({ words, isDone: true });
const failed = (words: string): AskingResult => ({ words, isDone: false });

async function ask(topics: Topic[]): Promise<AskingResult> {
  try {
    // Browsers ask the person only in answer to a touch, so this comes first.
    const permission = await Notification.requestPermission();
    if (permission === 'denied') return failed('');
    if (permission === 'default') return failed('No diste permiso: no te vamos a mandar nada.');
    const { pushManager } = await workerReady();
    await subscribe(pushManager, topics);
    return done('Listo: este teléfono recibe los avisos marcados.');
  } catch (error) {
    return failed(reasonOf(error) || 'Hace falta conexión: probá de nuevo cuando vuelva la señal.');
  }
}

async function stop(): Promise<AskingResult> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return failed('No pudimos hacerlo. Recargá la página y probá de nuevo.');
  try {
    await unsubscribe(registration.pushManager);
    return done('Listo: este teléfono ya no recibe avisos.');
  } catch {
    await requestSync(registration, PUSH_SYNC).catch(() => {});
    return done('Listo: este teléfono ya no recibe avisos. Al portal se lo decimos cuando vuelva la señal.');
  }
}
