import { useId } from 'react';
import { Link } from '../../components/link.tsx';
import { admin } from '#contract/addresses/pages';
import { ADMIN } from '#contract/roles';
import { FIRST_STEPS, stepsDone } from '#contract/town/first-steps';
import type { FirstStep } from '#contract/town/first-steps';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { documentValue, useDocument } from '../workspace/use-document.ts';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import type { TargetField } from '../parts/focus/use-first-field.ts';
import { currentRecord } from '../workspace/current-record.ts';
import { document } from '../workspace/new-operations.ts';
import { overlay, operationOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useRead, useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { useServerSteps } from './use-server-steps.ts';

/** What a step is called, the screen that does it, the field there, and what it takes. */
const STEPS: Record<FirstStep, { name: string; to: string; field?: string; note: string }> = {
  name: {
    name: 'Nombre y escudo',
    to: admin.site(),
    field: 'town',
    note: 'El nombre de la localidad y una imagen del escudo.',
  },
  look: {
    name: 'Colores',
    to: admin.site(),
    field: 'accent',
    note: 'Un color propio, o el paisaje que se le parece.',
  },
  phones: { name: 'Teléfonos', to: admin.usefulData(), note: 'Al menos un área con su número.' },
  hours: {
    name: 'Horarios',
    to: admin.site(),
    field: 'texts.hours',
    note: 'El horario de atención, entre los textos.',
  },
  authority: { name: 'Primera autoridad', to: admin.list('authority'), note: 'Con nombre y cargo ya se ve.' },
  story: {
    name: 'Primera noticia',
    to: admin.list('story'),
    note: 'Con «Crear noticia». Se ve cuando su estado es Publicado.',
  },
  procedure: {
    name: 'Primer trámite',
    to: admin.list('procedure'),
    note: 'El que más preguntan en el mostrador: dónde es, qué llevar, cuánto cuesta y cuánto tarda.',
  },
  user: { name: 'Segundo usuario', to: admin.list('user'), note: 'Para que no dependa de una sola persona.' },
  backup: { name: 'Copia de seguridad', to: admin.state(), note: 'La hace el servidor: pedísela a quien lo cuida.' },
};

/** The list that greets the Admin of an empty portal, until it is put away. */
export function FirstSteps() {
  const { session } = useWorkspaceState();
  const site = useDocument('site');
  if (session.user.usergroup !== ADMIN || site?.record.firstSteps !== true) return null;
  return <Steps site={site} />;
}

function Steps({ site }: { site: Shown }) {
  const id = useId();
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const notify = useNotices();
  const usefulData = useDocument('usefuldata');
  const authorities = useRecords('authority');
  const stories = useRecords('story');
  const procedures = useRecords('procedure');
  const server = useServerSteps();
  if (!authorities || !stories || !procedures) return null;
  const done = stepsDone({
    site: typedRecord('site', site.record),
    hasShield: Boolean(site.record.image) || operationOf('image', site.operations) !== undefined,
    usefulData: usefulData && typedRecord('usefuldata', usefulData.record),
    authorities,
    stories,
    procedures,
    server,
  });
  const count = FIRST_STEPS.filter((step) => done[step]).length;
  const isAllDone = count === FIRST_STEPS.length;

  async function putAway() {
    const isSaved = await attempt(async () => {
      const stored = documentValue(await currentRecord(workspace, 'site', site)) as Record<string, Json>;
      await workspace.save(document('site', { ...stored, firstSteps: false }, { ...stored }));
    });
    if (isSaved && !isAllDone) notify({ tone: 'good', text: 'Para volver a verla: Sitio, «Primeros pasos».' });
  }
  return (
    <section className="above first-steps" aria-labelledby={id}>
      <h2 id={id}>Primeros pasos</h2>
      <p role="status">
        Listo {count} de {FIRST_STEPS.length}
        {isAllDone && `. ¡Felicitaciones! El portal de ${String(site.record.town)} está en marcha.`}
      </p>
      {!isAllDone && (
        <ol>
          {FIRST_STEPS.map((step) => (
            <li key={step} data-done={done[step] === true}>
              <Name step={step} story={stories.at(-1)?.id} />
              {done[step] === true ? (
                <span className="hidden-text">, listo</span>
              ) : (
                <p className="field-hint">
                  {done[step] === undefined ? 'Se sabe cuando haya conexión.' : STEPS[step].note}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      <button className="button quiet" type="button" onClick={() => void putAway()}>
        {isAllDone ? 'Cerrar' : 'Ocultar esta lista'}
      </button>
    </section>
  );
}

/** The name of a step, which leads to its screen. @param story id of a story that is there already */
function Name({ step, story }: { step: FirstStep; story: string | undefined }) {
  const { name, to, field } = STEPS[step];
  const address = step === 'story' && story !== undefined ? admin.edit('story', story) : to;
  return (
    <Link to={address} {...(field !== undefined && { state: { field } satisfies TargetField })}>
      {name}
    </Link>
  );
}

/** Returns the records of a type that are not deleted, with pending changes applied; null while they are read. */
function useRecords(type: 'authority' | 'story' | 'procedure'): Fields[] | null {
  const read = useRead(`first steps ${type}`, (store) => store.all(type));
  return read && overlay(type, read.value, read.laid).flatMap(({ record, isGone }) => (isGone ? [] : record));
}
