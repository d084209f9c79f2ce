import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { calls } from '#contract/addresses/calls';
import { admin } from '#contract/addresses/pages';
import { staffTicketCalls } from '#contract/addresses/ticket-calls';
import { EDITOR } from '#contract/roles';
import { KEPT_MONTHS, PREPARED_LIMITS, ticketSettings } from '#contract/tickets/ticket-settings';
import type { TicketArea, TicketSettings, TicketTopic } from '#contract/tickets/ticket-settings';
import { titlekey } from '#contract/values/text';
import { Link } from '../../components/link.tsx';
import { Unreachable } from '../../offline/pull/api-call.ts';
import type { ApiCall } from '../../offline/pull/api-call.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { useUnsavedText } from '../changes/use-unsaved-text.ts';
import { whenPageHides } from '../changes/when-page-hides.ts';
import { DRAFT_DELAY } from '../field/editing.ts';
import { fieldSelector, showField } from '../parts/focus/show-field.ts';
import { useNotices } from '../parts/notices.tsx';
import { Tick } from '../parts/tick.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useTitle } from '../parts/use-title.ts';
import { faultsOf, keyOf } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import { TICKET_SETTINGS } from '../workspace/ticket-operations.ts';
import { TownPictureBox } from './town-picture-box.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Editor {
  id: string;
  name: string;
  username: string;
  usergroup: number;
}
type Loaded = {
  settings: TicketSettings;
  editors: Editor[];
  /** What was typed and not saved. */
  draft: { value: TicketSettings; base: TicketSettings } | null;
};

const NO_FAULTS: ReadonlyMap<string, string> = new Map();
const PLACE = { entity: TICKET_SETTINGS, recordId: TICKET_SETTINGS, field: 'value' };

const CONFLICT =
  'Otra persona cambió los ajustes mientras tanto. Recargá la página: ahí podés seguir o volver a lo guardado.';

/** How the town takes tickets, for Admins. It needs a connection: no device stores it. */
export function TicketSettingsScreen() {
  const workspace = useWorkspace();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState('');
  const [tries, setTries] = useState(0);
  useTitle('Ajustes de reclamos');
  useEffect(() => {
    let isCurrent = true;
    load(workspace).then(
      (value) => isCurrent && (setLoaded(value), setFailure('')),
      () => isCurrent && setFailure('Los ajustes necesitan conexión. Revisá la señal y probá otra vez.'),
    );
    return () => {
      isCurrent = false;
    };
  }, [workspace, tries]);
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>Ajustes de reclamos</h1>
        <Link className="button quiet" to={admin.tickets()}>
          Ver los reclamos
        </Link>
      </div>
      {!loaded && !failure && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {!loaded && failure && (
        <div className="empty">
          <p role="alert">{failure}</p>
          <button className="button quiet" type="button" onClick={() => setTries(tries + 1)}>
            Probar otra vez
          </button>
        </div>
      )}
      {loaded && <Form {...loaded} />}
      {loaded && <TownPictureBox />}
    </>
  );
}

function Form({ settings, editors, draft }: Loaded) {
  const { callApi } = useWorkspace();
  const notify = useNotices();
  const [base, setBase] = useState(draft?.base ?? settings);
  const [value, setValue] = useState(draft?.value ?? settings);
  const [isTouched, setTouched] = useState(false);
  // How often it was tried to save what is wrong: that is said from then on, and each time leads there.
  const [tries, setTries] = useState(0);
  /** Why the server has not stored it. */
  const [refusal, setRefusal] = useState('');
  const [isBusy, run] = useBusy();
  const all = useMemo(() => faultsOf(ticketSettings, value as unknown as Json), [value]);
  const faults = tries > 0 ? all : NO_FAULTS;
  const faultAt = (...path: Path) => faults.get(keyOf(path)) ?? '';
  const isUnsaved = JSON.stringify(value) !== JSON.stringify(base);
  const set = (next: Partial<TicketSettings>) => {
    setTouched(true);
    setValue({ ...value, ...next });
  };
  const { keep, drop } = useDraft(value, base, isUnsaved, draft !== null);
  function settle(stored: TicketSettings): void {
    setBase(stored);
    setValue(stored);
    setTouched(false);
    setTries(0);
    setRefusal('');
    drop();
  }
  /** @returns whether it was stored */
  const save = async (): Promise<boolean> => {
    setRefusal('');
    const parsed = ticketSettings.safeParse(value);
    if (!parsed.success) {
      setTries(tries + 1);
      return false;
    }
    const problem = await stored(callApi, parsed.data, base);
    if (problem !== null) {
      setRefusal(problem);
      return false;
    }
    settle(parsed.data);
    notify({ tone: 'good', text: 'Guardado: ajustes de reclamos' });
    return true;
  };
  useUnsavedText({
    value,
    isUnsaved,
    place: PLACE,
    label: 'Ajustes de reclamos',
    savesItself: false,
    isTouched,
    fault: () => all.values().next().value ?? (refusal || null),
    save,
    keep,
  });
  useEffect(() => {
    if (tries > 0 && document.querySelector('.ticket-settings [aria-invalid="true"]'))
      showField(fieldSelector('value'));
  }, [tries]);
  const changeArea = (at: number, next: Partial<TicketArea>) => set({ areas: changed(value.areas, at, next) });
  const changeTopic = (at: number, next: Partial<TicketTopic>) => set({ topics: changed(value.topics, at, next) });
  return (
    <form
      className="ticket-settings"
      data-field="value"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      {isUnsaved && !isTouched && (
        <p className="aside" role="status">
          Acá está lo que habías escrito y no guardaste.{' '}
          <button className="link-button" type="button" onClick={() => settle(settings)}>
            Volver a lo guardado
          </button>
        </p>
      )}
      <Tick
        label="Recibir consultas y reclamos por el portal"
        checked={value.isOpen}
        onChange={(isOpen) => set({ isOpen })}
      />
      <p className="field-hint">
        Mientras no esté marcado, el formulario no se ofrece. Lo que ya llegó se sigue pudiendo responder. Al marcarlo y
        guardar, «Consultas y reclamos» aparece en el menú del sitio; al desmarcarlo, se oculta.
      </p>
      <Tick
        label="También sin nombre, teléfono ni correo"
        checked={value.takesAnonymous}
        onChange={(takesAnonymous) => set({ takesAnonymous })}
      />
      <Tick
        label="Mostrar en el portal lo que está por resolver y lo resuelto hace poco"
        checked={value.isPublic}
        onChange={(isPublic) => set({ isPublic })}
      />
      <p className="field-hint">
        De cada reclamo se ven el tema, el estado y el día. El texto, el lugar y las fotos, solo si alguien del área los
        muestra en ese reclamo, con sus palabras. Nunca el nombre ni los datos de nadie.
      </p>
      <Field
        label={`Meses que se guardan los datos después de resuelto (de ${KEPT_MONTHS.least} a ${KEPT_MONTHS.most})`}
        fault={faultAt('months')}
      >
        {(control) => (
          <input
            {...control}
            className="control control-short"
            type="number"
            min={KEPT_MONTHS.least}
            max={KEPT_MONTHS.most}
            value={value.months}
            onChange={({ target }) => set({ months: Number(target.value) })}
          />
        )}
      </Field>
      <fieldset>
        <legend>Áreas: quiénes responden</legend>
        <p className="field-hint">Los administradores ven todos los reclamos; los editores, los de sus áreas.</p>
        {value.areas.map((area, at) => (
          <section key={area.key} className="ticket-setting" aria-label={area.name || 'Área nueva'}>
            <Field label="Nombre del área" fault={faultAt('areas', at, 'name')}>
              {(control) => (
                <input
                  {...control}
                  className="control"
                  value={area.name}
                  maxLength={60}
                  onChange={({ target }) => changeArea(at, { name: target.value })}
                />
              )}
            </Field>
            <Field
              label="Correo del área (si el portal manda correo, ahí avisa de lo que entra, sin datos de nadie)"
              fault={faultAt('areas', at, 'email')}
            >
              {(control) => (
                <input
                  {...control}
                  className="control"
                  type="email"
                  autoComplete="off"
                  value={area.email ?? ''}
                  maxLength={254}
                  onChange={({ target }) => changeArea(at, { email: target.value })}
                />
              )}
            </Field>
            <People area={area} editors={editors} set={(people) => changeArea(at, { people })} />
            {value.areas.length > 1 && value.topics.every((topic) => topic.area !== area.key) && (
              <button
                className="button quiet"
                type="button"
                onClick={() => set({ areas: value.areas.filter((one) => one !== area) })}
              >
                Quitar el área
              </button>
            )}
          </section>
        ))}
        <button
          className="button quiet"
          type="button"
          onClick={() => set({ areas: [...value.areas, { key: newKey('area', value.areas), name: '', people: [] }] })}
        >
          Agregar un área
        </button>
      </fieldset>
      <fieldset>
        <legend>Temas: de qué se puede avisar</legend>
        {value.topics.map((topic, at) => (
          <section key={topic.key} className="ticket-setting" aria-label={topic.name || 'Tema nuevo'}>
            <Field label="Nombre del tema" fault={faultAt('topics', at, 'name')}>
              {(control) => (
                <input
                  {...control}
                  className="control"
                  value={topic.name}
                  maxLength={60}
                  onChange={({ target }) => changeTopic(at, { name: target.value })}
                />
              )}
            </Field>
            <Field label="Quién lo recibe" fault={faultAt('topics', at, 'area')}>
              {(control) => (
                <select
                  {...control}
                  className="control"
                  value={topic.area}
                  onChange={({ target }) => changeTopic(at, { area: target.value })}
                >
                  {value.areas.map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name || 'Área nueva'}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Tick
              label="Se ofrece en el formulario"
              checked={!topic.retired}
              onChange={(isOffered) => changeTopic(at, { retired: !isOffered })}
            />
          </section>
        ))}
        <button
          className="button quiet"
          type="button"
          onClick={() =>
            set({
              topics: [
                ...value.topics,
                { key: newKey('tema', value.topics), name: '', area: value.areas[0]?.key ?? '', retired: false },
              ],
            })
          }
        >
          Agregar un tema
        </button>
      </fieldset>
      <fieldset>
        <legend>Textos preparados: para empezar una respuesta</legend>
        {value.prepared.map((text, at) => (
          // A text has no key of its own, and its place is all that tells it from the others.
          <section key={at} className="ticket-setting" aria-label={`Texto ${at + 1}`}>
            <Field label={`Texto ${at + 1}`} fault={faultAt('prepared', at)}>
              {(control) => (
                <textarea
                  {...control}
                  className="control"
                  rows={2}
                  maxLength={PREPARED_LIMITS.text}
                  value={text}
                  onChange={({ target }) =>
                    set({ prepared: value.prepared.map((one, place) => (place === at ? target.value : one)) })
                  }
                />
              )}
            </Field>
            <button
              className="button quiet"
              type="button"
              onClick={() => set({ prepared: value.prepared.filter((_, place) => place !== at) })}
            >
              Quitar el texto
            </button>
          </section>
        ))}
        {value.prepared.length < PREPARED_LIMITS.texts && (
          <button className="button quiet" type="button" onClick={() => set({ prepared: [...value.prepared, ''] })}>
            Agregar un texto
          </button>
        )}
      </fieldset>
      <p className="field-error" role="alert">
        {['', 'topics', 'areas', 'prepared'].map((part) => faults.get(part)).find(Boolean) ?? refusal}
      </p>
      <p className="buttons">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Un momento…' : 'Guardar'}
        </button>
      </p>
    </form>
  );
}

/**
 * Keeps on this device what is typed.
 * @param isKept whether there is a draft to begin with
 * @returns `keep` stores it at once, `drop` forgets it
 */
function useDraft(value: TicketSettings, base: TicketSettings, isUnsaved: boolean, isKept: boolean) {
  const { keepDraft, dropDraft } = useWorkspace();
  const hasDraft = useRef(isKept);
  async function keep(): Promise<void> {
    if (!isUnsaved && !hasDraft.current) return;
    hasDraft.current = isUnsaved;
    const draft = { value: value as unknown as Json, base: base as unknown as Json };
    await (isUnsaved ? keepDraft(PLACE, draft) : dropDraft(PLACE)).catch(() => {});
  }
  const keepNow = useEffectEvent(() => void keep());
  useEffect(() => {
    const timer = setTimeout(() => keepNow(), DRAFT_DELAY);
    return () => clearTimeout(timer);
  }, [value, base]);
  useEffect(() => {
    const stopListening = whenPageHides(() => keepNow());
    return () => {
      stopListening();
      keepNow();
    };
  }, []);
  return {
    keep,
    drop(): void {
      hasDraft.current = false;
      void dropDraft(PLACE).catch(() => {});
    },
  };
}

function People({ area, editors, set }: { area: TicketArea; editors: Editor[]; set: (people: string[]) => void }) {
  if (editors.length === 0) {
    return (
      <p className="field-hint">
        Todavía no hay editores: se agregan en <Link to={admin.list('user')}>Usuarios</Link>.
      </p>
    );
  }
  return (
    <fieldset className="ticket-people">
      <legend>Editores del área</legend>
      {editors.map(({ id, name, username }) => (
        <Tick
          label={name || username}
          key={id}
          checked={area.people.includes(id)}
          onChange={(isIn) => set(isIn ? [...area.people, id] : area.people.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}

/** What a control of a field has: its id, and what says that it is wrong. */
interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

/** @param fault what is wrong with it; '' for nothing */
function Field({
  label,
  fault,
  children,
}: {
  label: string;
  fault: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const told = `${id}-fault`;
  return (
    <>
      <p className="field">
        <label htmlFor={id}>{label}</label>
        {children({ id, 'aria-invalid': fault !== '', 'aria-describedby': told })}
      </p>
      <p id={told} className="field-error" role="alert">
        {fault}
      </p>
    </>
  );
}

const changed = <T,>(list: readonly T[], at: number, next: Partial<T>): T[] =>
  list.map((one, place) => (place === at ? { ...one, ...next } : one));

/** Returns a key that no entry has. It never changes, whatever the entry is called. */
function newKey(stem: string, list: readonly { key: string }[]): string {
  for (let number = list.length + 1; ; number++) {
    const key = titlekey(`${stem} ${number}`);
    if (list.every((one) => one.key !== key)) return key;
  }
}

/** @throws Error if the server is not reached or does not give them */
async function load({ callApi, draft }: Pick<Workspace, 'callApi' | 'draft'>): Promise<Loaded> {
  const [settings, users, kept] = await Promise.all([
    callApi(staffTicketCalls.settings()),
    callApi(calls.list('user'), { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    draft(PLACE).catch(() => null),
  ]);
  if (settings.status !== 200 || users.status !== 200) throw new Error('refused');
  const editors = (users.body as Editor[]).filter(({ usergroup }) => usergroup === EDITOR);
  return { settings: settings.body as TicketSettings, editors, draft: kept as unknown as Loaded['draft'] };
}

/** Stores the settings. @returns why they were not stored, null if they were */
async function stored(callApi: ApiCall, value: TicketSettings, base: TicketSettings): Promise<string | null> {
  try {
    const { status, body } = await callApi(staffTicketCalls.settings(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value, base }),
    });
    if (status === 200) return null;
    if (status === 409) return CONFLICT;
    return (body as { message?: string }).message ?? 'El servidor no lo aceptó.';
  } catch (error) {
    if (error instanceof Unreachable) return 'No hay conexión: los ajustes no se guardaron. Probá otra vez.';
    throw error;
  }
}
