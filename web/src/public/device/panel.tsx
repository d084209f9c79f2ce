import { useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { Dexie } from 'dexie';
import { pages } from '#contract/addresses/pages';
import { longMoment } from '#contract/values/dates';
import { sizeInWords } from '#contract/values/text';
import { Link } from '../../components/link.tsx';
import { MY_TICKETS } from '../../page-and-worker/waiting-mark.ts';
import { savesData } from '../../browser/saves-data.ts';
import * as reading from '../../offline/reading/reading.ts';
import { countOf, planFiles, saveFiles } from '../../offline/reading/save-files.ts';
import type { SavingFailures, Plan } from '../../offline/reading/save-files.ts';
import { deviceContent, eraseDevice } from '../../offline/store/device-usage.ts';
import type { DeviceContent } from '../../offline/store/device-usage.ts';

type State =
  | { is: 'idle' | 'looking' | 'erase?'; words?: string }
  | { is: 'save?'; plan: Plan }
  | { is: 'saving'; done: number; of: number; bytes: number };

/** The stored content, and the steps of saving all and erasing. */
function useStoredContent() {
  const [content, setContent] = useState<DeviceContent | null>(null);
  const [state, setState] = useState<State>({ is: 'idle' });
  const abort = useRef<AbortController | null>(null);
  const look = () => deviceContent(reading.store).then(setContent);
  useEffect(() => {
    void look();
    const end = reading.subscribe(() => void look());
    return () => {
      end();
      abort.current?.abort();
    };
  }, []);
  const end = (words: string) => setState({ is: 'idle', words });

  async function prepare() {
    setState({ is: 'looking' });
    try {
      const plan = await planFiles(reading);
      if (countOf(plan) === 0) end(wordsOf('Ya', plan));
      else if (savesData()) setState({ is: 'save?', plan });
      else await save(plan);
    } catch {
      end('Hace falta conexión: probá cuando vuelva la señal.');
    }
  }
  async function save(plan: Plan) {
    const { signal } = (abort.current = new AbortController());
    setState({ is: 'saving', done: 0, of: countOf(plan), bytes: 0 });
    const show = (done: number, bytes: number, of: number) =>
      !signal.aborted && setState({ is: 'saving', done, of, bytes });
    const outcome = await saveFiles(reading, plan, signal, show);
    end(signal.aborted ? 'Cancelaste: lo guardado queda.' : failuresOf(outcome) || wordsOf('Listo:', plan));
    await look();
  }
  async function erase() {
    await eraseDevice(reading.store);
    end('Listo: ya no hay nada guardado.');
    await look();
  }
  const cancel = () => abort.current?.abort();
  const confirmErasing = () => setState({ is: 'erase?' });
  return { content, state, prepare, save, erase, cancel, confirmErasing, dismiss: () => end('') };
}

/** What is stored for reading without a network, with 'Guardar todo' and 'Borrar'. */
export function Panel() {
  const { content, state, prepare, save, erase, cancel, confirmErasing, dismiss } = useStoredContent();
  if (!content) return <p role="status">Mirando qué hay guardado…</p>;
  return (
    <div className="form">
      <Content content={content} />
      {state.is === 'saving' ? (
        <>
          <progress max={state.of} value={state.done} aria-label="Guardado" />
          <p role="status">
            {`Guardando ${whole(state.done)} de ${files(state.of)} · ${sizeInWords(state.bytes)}. ` +
              'Dejá esta página abierta.'}
          </p>
          <Buttons no="Cancelar" onNo={cancel} />
        </>
      ) : state.is === 'save?' ? (
        <>
          <p role="alert">
            {`Son ${whole(state.plan.records.length)} textos viejos, ${whole(state.plan.pdfs.length)} PDF y ` +
              `${whole(state.plan.pictures.length)} imágenes: ` +
              `unos ${sizeInWords(state.plan.bytes)} de tus datos. ¿Los bajamos ahora?`}
          </p>
          <Buttons yes="Bajar ahora" onYes={() => void save(state.plan)} no="Ahora no" onNo={dismiss} />
        </>
      ) : state.is === 'erase?' ? (
        <>
          <p role="alert">
            Vas a borrar de este dispositivo noticias, eventos, boletines, imágenes y PDF: sin conexión no los vas a
            poder leer. Los números de emergencia quedan. Con conexión, lo más nuevo se guarda otra vez.
          </p>
          <Buttons yes="Borrar todo" onYes={() => void erase()} no="No borrar" onNo={dismiss} />
        </>
      ) : (
        <>
          <p role="status">{state.is === 'looking' ? 'Mirando qué falta…' : state.words}</p>
          <Buttons
            yes="Guardar todo"
            onYes={() => state.is === 'idle' && void prepare()}
            no="Borrar"
            onNo={confirmErasing}
          />
          <p>«Guardar todo» baja también lo viejo: noticias, eventos y boletines, con sus imágenes y sus PDF.</p>
          <p>
            <Link className="more" to={pages.notifications()}>
              Avisos en este teléfono
            </Link>
          </p>
        </>
      )}
      <Tickets />
    </div>
  );
}

/** Tickets, whose code only a device that has some loads. */
function Tickets() {
  const [Kept, setKept] = useState<ComponentType | null>(null);
  useEffect(() => {
    const look = async () => {
      if (!(await Dexie.exists(MY_TICKETS))) return;
      const { KeptTickets } = await import('../pages/tickets/own/kept.tsx');
      setKept(() => KeptTickets);
    };
    look().catch(() => {});
  }, []);
  return Kept && <Kept />;
}

function Content({ content }: { content: DeviceContent }) {
  const { records, textBytes, pictures, pdfs, pulledAt } = content;
  const rows = [
    ...records.map(([name, count]) => [name, whole(count)]),
    ['Textos', sizeInWords(textBytes)],
    ['Imágenes', `${whole(pictures.count)} · ${sizeInWords(pictures.bytes)}`],
    ['PDF', `${whole(pdfs.count)} · ${sizeInWords(pdfs.bytes)}`],
  ];
  return (
    <>
      <p>{pulledAt === null ? 'Todavía no hay nada guardado.' : `Actualizado el ${longMoment(pulledAt)}.`}</p>
      <ul className="rows">
        {rows.map(([name, value]) => (
          <li key={name}>
            <span>{name}</span>
            <b>{value}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function Buttons({ yes, onYes, no, onNo }: { yes?: string; onYes?: () => void; no: string; onNo: () => void }) {
  return (
    <p>
      {yes && (
        <button className="button" type="button" onClick={onYes}>
          {yes}
        </button>
      )}{' '}
      <button className="button quiet" type="button" onClick={onNo}>
        {no}
      </button>
    </p>
  );
}

const whole = (value: number) => value.toLocaleString('es-AR');
const files = (count: number) => (count === 1 ? '1 archivo' : `${whole(count)} archivos`);

/** What did not work; '' if all did. */
function failuresOf({ failed, unfit }: SavingFailures): string {
  if (unfit > 0) return `Falta lugar para ${files(unfit)}. Liberá espacio y probá de nuevo.`;
  if (failed > 0) return `No pudimos bajar ${files(failed)}. Probá de nuevo.`;
  return '';
}

/** Says that all is saved, or what is more than a device keeps. */
function wordsOf(first: string, { left: { texts, pictures } }: Plan): string {
  const without = [texts && 'los textos más viejos', pictures > 0 && `las ${whole(pictures)} imágenes más viejas`];
  const said = without.filter(Boolean).join(' y ');
  return said ? `${first} está guardado todo, menos ${said}.` : `${first} está todo guardado.`;
}
