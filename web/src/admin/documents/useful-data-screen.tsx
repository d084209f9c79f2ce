import { useId, useMemo } from 'react';
import { Link } from '../../components/link.tsx';
import { usefulDataBeside } from '#contract/town/documents';
import type { Site, UsefulData } from '#contract/town/documents';
import type { EmergencyLine } from '#contract/town/emergencies';
import { DIRECTORY_GROUPS, isDirectoryGroup } from '#contract/town/directory-groups';
import { groupOf } from '#contract/town/suggested-groups';
import { admin } from '#contract/addresses/pages';
import { ADMIN } from '#contract/roles';
import { tidyHours } from '#contract/values/hours';
import { GrowingText } from '../../fields/growing-text.tsx';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { PhoneHints, wrongNumbers } from '../field/phone-hints.tsx';
import { useConfirm } from '../parts/confirm.tsx';
import { useWorkspaceState } from '../workspace/workspace.ts';
import { Tick } from '../parts/tick.tsx';
import { DocumentInput } from './document-input.tsx';
import { keyOf, valueAt, withValueAt } from '../parts/words/document-paths.ts';
import { DocumentScreen } from './document-screen.tsx';
import type { DocumentFormProps } from './document-form.ts';
import { EntryList } from './entry-list.tsx';
import { useDocument } from '../workspace/use-document.ts';

type Row = UsefulData['rows'][number];
const PLACES = { lists: [['rows']] };
const BLANK: Row = { area: '', phones: [], extension: '', hours: '', always: false, address: '', email: '' };
const BLANKS = [{ ...BLANK }];

/** Edit screen of the useful data: a row for each area, and the emergency numbers, which the site document holds. */
export function UsefulDataScreen() {
  const lines = JSON.stringify(useEmergencies());
  // Memoized, because a new schema would recreate the JSON editor.
  const schema = useMemo(() => usefulDataBeside(JSON.parse(lines) as EmergencyLine[]), [lines]);
  const site = useDocument('site')?.record as Site | undefined;
  const phonesOf = (value: Json) => rowsOf(value).flatMap(({ phones }) => phones);
  return (
    <DocumentScreen
      name="usefuldata"
      title="Datos útiles"
      schema={schema}
      Form={UsefulDataForm}
      places={PLACES}
      blanks={BLANKS}
      doubtsOf={(value, stored) => wrongNumbers(phonesOf(value), phonesOf(stored), site?.phone)}
    />
  );
}

/** Returns the emergency numbers; none if this device does not hold the site document. */
function useEmergencies(): EmergencyLine[] {
  const site = useDocument('site')?.record as Site | undefined;
  return site ? site.lines : [];
}

function Emergencies() {
  const lines = useEmergencies();
  const {
    session: { user },
  } = useWorkspaceState();
  if (lines.length === 0) return null;
  return (
    <section className="group" aria-labelledby="emergencias">
      <h2 id="emergencias">Emergencias</h2>
      <dl className="given">
        {lines.map(({ name, phone }, at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{phone}</dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">
        Salen primero en Datos útiles y en todas las páginas.{' '}
        {user.usergroup === ADMIN ? (
          <Link to={admin.site()}>Cambiarlos en Sitio</Link>
        ) : (
          'Los cambia un administrador, en Sitio.'
        )}
      </p>
    </section>
  );
}

/** Returns the rows of a document. One that was typed as JSON may have any shape: what is missing or wrong is blank. */
export function rowsOf(value: Json): Row[] {
  const rows = valueAt(value, ['rows']);
  return Array.isArray(rows)
    ? rows.map((row) => {
        const text = (key: keyof Row) => String(valueAt(row, [key]) ?? '');
        const phones = valueAt(row, ['phones']);
        const group = valueAt(row, ['group']);
        return {
          area: text('area'),
          ...(isDirectoryGroup(group) && { group }),
          phones: Array.isArray(phones) ? phones.map(String) : [],
          extension: text('extension'),
          hours: text('hours'),
          always: valueAt(row, ['always']) === true,
          address: text('address'),
          email: text('email'),
        };
      })
    : [];
}

function UsefulDataForm(form: DocumentFormProps) {
  const rows = rowsOf(form.value);
  const confirm = useConfirm();
  const change = (next: Row[]) => form.onChange({ rows: [...next] });
  async function remove(at: number) {
    if (await confirm({ text: `Vas a quitar «${rows[at]?.area || 'la fila sin nombre'}» del directorio.` }))
      change(rows.filter((_, other) => other !== at));
  }
  return (
    <>
      <Emergencies />
      <EntryList
        form={form}
        path={['rows']}
        entries={rows}
        stored={rowsOf(form.stored)}
        nameOf={(row, at) => row.area || `Fila ${at + 1}`}
        essentialOf={({ phones, extension }) =>
          [...phones, extension && `Interno ${extension}`].filter(Boolean).join(' · ') || 'Sin teléfono'
        }
        add={{ words: 'Agregar una fila', blank: BLANK, field: 'area' }}
        search="Buscar un área, un teléfono, una dirección"
        onChange={change}
        onRemove={(at) => void remove(at)}
      >
        {(row, at) => (
          <>
            <DocumentInput label="Área" path={['rows', at, 'area']} form={form} />
            <GroupInput form={form} at={at} row={row} />
            <PhonesInput form={form} at={at} phones={row.phones} />
            <DocumentInput label="Interno" path={['rows', at, 'extension']} form={form} />
            <DocumentInput label="Horario" path={['rows', at, 'hours']} form={form} tidy={tidyHours} />
            <DocumentInput label="Dirección" path={['rows', at, 'address']} form={form} />
            <DocumentInput label="Correo electrónico" path={['rows', at, 'email']} form={form} inputMode="email" />
            <Tick
              label="Atiende las 24 horas"
              checked={row.always}
              onChange={(always) => form.onChange(withValueAt(form.value, ['rows', at, 'always'], always))}
            />
          </>
        )}
      </EntryList>
    </>
  );
}

/** The group under which residents find a row; until one is chosen, the one that its name suggests. */
function GroupInput({ form, at, row }: { form: DocumentFormProps; at: number; row: Row }) {
  const id = useId();
  const path = ['rows', at, 'group'];
  const fault = form.faults.get(keyOf(path));
  return (
    <div className="field">
      <label htmlFor={id}>Grupo</label>
      <select
        id={id}
        className="control"
        value={groupOf(row)}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-error`}
        onChange={({ target }) => form.onChange(withValueAt(form.value, path, target.value))}
      >
        {DIRECTORY_GROUPS.map((group) => (
          <option key={group}>{group}</option>
        ))}
      </select>
      <p id={`${id}-error`} className="field-error">
        {fault}
      </p>
    </div>
  );
}

/** The phones of a row, one per line. */
function PhonesInput({ form, at, phones }: { form: DocumentFormProps; at: number; phones: string[] }) {
  const id = useId();
  const path = ['rows', at, 'phones'];
  const faults = [
    form.faults.get(keyOf(path)),
    ...phones.map((_, number) => form.faults.get(keyOf([...path, number]))),
  ];
  const fault = faults.find((one) => one !== undefined);
  return (
    <div className="field" data-field={keyOf(path)}>
      <label htmlFor={id}>Teléfonos, uno por línea</label>
      <GrowingText
        id={id}
        rows={2}
        value={phones.join('\n')}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) =>
          form.onChange(withValueAt(form.value, path, event.target.value === '' ? [] : event.target.value.split('\n')))
        }
        onBlur={() => {
          const whole = phones.map((phone) => phone.trim()).filter(Boolean);
          if (whole.join('\n') !== phones.join('\n')) form.onChange(withValueAt(form.value, path, whole));
        }}
      />
      <p id={`${id}-error`} className="field-error">
        {fault}
      </p>
      <p className="field-hint">Escribí WhatsApp al lado del número que lo tiene.</p>
      <PhoneHints phones={phones} />
    </div>
  );
}
