import { EMERGENCY_LINES } from '#contract/limits';
import type { EmergencyLine } from '#contract/town/emergencies';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { Tick } from '../parts/tick.tsx';
import { DocumentInput } from './document-input.tsx';
import type { DocumentFormProps } from './document-form.ts';
import { valueAt, withValueAt } from '../parts/words/document-paths.ts';
import { EntryList } from './entry-list.tsx';

export const BLANK_LINE = { name: '', phone: '', note: '', always: true } satisfies EmergencyLine;

/** The emergency lines of a document. One that was typed as JSON may have any shape: what is wrong is blank. */
export function linesIn(value: Json): EmergencyLine[] {
  const lines = valueAt(value, ['lines']);
  const text = (line: Json, key: keyof EmergencyLine) => String(valueAt(line, [key]) ?? '');
  return (Array.isArray(lines) ? lines : []).map((line) => ({
    name: text(line, 'name'),
    phone: text(line, 'phone'),
    note: text(line, 'note'),
    always: valueAt(line, ['always']) === true,
  }));
}

/** The emergency numbers, in the order in which every page shows them. */
export function LinesInput({ form }: { form: DocumentFormProps }) {
  const lines = linesIn(form.value);
  const change = (next: EmergencyLine[]) => form.onChange(withValueAt(form.value, ['lines'], next));
  return (
    <div className="whole">
      <p className="field-hint">Están en todas las páginas, primero en Datos útiles y en la cartelera para imprimir.</p>
      <p className="field-error">{form.faults.get('lines')}</p>
      <EntryList
        form={form}
        path={['lines']}
        entries={lines}
        stored={linesIn(form.stored)}
        nameOf={(line, at) => line.name || `Línea ${at + 1}`}
        essentialOf={({ phone }) => phone || 'Sin teléfono'}
        add={{ words: 'Agregar una línea', blank: BLANK_LINE, field: 'name' }}
        most={EMERGENCY_LINES.most}
        mayRemove={() => lines.length > EMERGENCY_LINES.least}
        onChange={change}
        onRemove={(at) => change(lines.filter((_, other) => other !== at))}
      >
        {(line, at) => (
          <>
            <DocumentInput label="Nombre" path={['lines', at, 'name']} form={form} />
            <DocumentInput label="Teléfono" path={['lines', at, 'phone']} form={form} inputMode="tel" />
            <DocumentInput label="Nota" path={['lines', at, 'note']} form={form} />
            <Tick
              label="Atiende las 24 horas"
              checked={line.always}
              onChange={(always) => form.onChange(withValueAt(form.value, ['lines', at, 'always'], always))}
            />
          </>
        )}
      </EntryList>
    </div>
  );
}
