import type { EmergencyLine } from '#contract/emergencies';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { DocumentInput } from './document-input.tsx';
import type { DocumentFormProps } from './document-screen.tsx';
import { moved, valueAt, withValueAt } from './document-paths.ts';

/** What a list of emergency lines may have, as the document's schema says it. */
const [LEAST, MOST] = [2, 6];
const BLANK: EmergencyLine = { name: '', phone: '', note: '', always: true };

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
    <section className="lines" aria-labelledby="emergencias">
      <h2 id="emergencias">Emergencias</h2>
      <p className="field-hint">Están en todas las páginas, primero en Datos útiles y en la cartelera para imprimir.</p>
      <p className="field-error">{form.faults.get('lines')}</p>
      <ol className="directory">
        {lines.map((line, at) => (
          // Lines have no identity but their index; the inputs are controlled.
          <li key={at}>
            <fieldset className="group">
              <legend>{line.name || `Línea ${at + 1}`}</legend>
              <DocumentInput label="Nombre" path={['lines', at, 'name']} form={form} />
              <DocumentInput label="Teléfono" path={['lines', at, 'phone']} form={form} inputMode="tel" />
              <DocumentInput label="Nota" path={['lines', at, 'note']} form={form} />
              <label className="tick-line">
                <input
                  className="tick"
                  type="checkbox"
                  checked={line.always}
                  onChange={(event) =>
                    form.onChange(withValueAt(form.value, ['lines', at, 'always'], event.target.checked))
                  }
                />
                Atiende las 24 horas
              </label>
              <p className="buttons">
                <button
                  className="button quiet"
                  type="button"
                  disabled={at === 0}
                  onClick={() => change(moved(lines, at, -1))}
                >
                  Subir<span className="hidden-text"> {line.name}</span>
                </button>
                <button
                  className="button quiet"
                  type="button"
                  disabled={at === lines.length - 1}
                  onClick={() => change(moved(lines, at, 1))}
                >
                  Bajar<span className="hidden-text"> {line.name}</span>
                </button>
                <button
                  className="button quiet danger"
                  type="button"
                  disabled={lines.length <= LEAST}
                  onClick={() => change(lines.filter((_, other) => other !== at))}
                >
                  Quitar<span className="hidden-text"> {line.name}</span>
                </button>
              </p>
            </fieldset>
          </li>
        ))}
      </ol>
      <p>
        <button
          className="button quiet"
          type="button"
          disabled={lines.length >= MOST}
          onClick={() => change([...lines, BLANK])}
        >
          Agregar una línea
        </button>
      </p>
    </section>
  );
}
