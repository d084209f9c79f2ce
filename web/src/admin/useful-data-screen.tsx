import { useId } from 'react';
import type { UsefulData } from '#contract/documents';
import type { Json } from '../offline/outbox/operation.ts';
import { useConfirm } from './confirm.tsx';
import { DocumentInput } from './document-input.tsx';
import { keyOf, moved, withValueAt } from './document-paths.ts';
import { DocumentScreen } from './document-screen.tsx';
import type { DocumentFormProps } from './document-screen.tsx';

type Row = UsefulData['rows'][number];
const BLANK: Row = { area: '', phones: [], extension: '', hours: '', always: false, address: '', email: '' };

/** The directory of useful data: a row for each area. */
export const UsefulDataScreen = () => <DocumentScreen name="usefuldata" title="Datos útiles" Form={UsefulDataForm} />;

function UsefulDataForm(form: DocumentFormProps) {
  const { rows } = form.value as unknown as UsefulData;
  const confirm = useConfirm();
  const change = (next: Row[]) => form.onChange({ rows: next as unknown as Json });
  async function remove(at: number) {
    if (await confirm({ text: `Vas a quitar «${rows[at]?.area || 'la fila sin nombre'}» del directorio.` })) change(rows.filter((_, other) => other !== at));
  }
  return (
    <>
      <ol className="directory">
        {rows.map((row, at) => (
          // Rows have no name of their own: their place is what they are known by, and every input shows what it is told.
          <li key={at}>
            <fieldset className="group">
              <legend>{row.area || `Fila ${at + 1}`}</legend>
              <DocumentInput label="Área" path={['rows', at, 'area']} form={form} />
              <PhonesInput form={form} at={at} phones={row.phones} />
              <DocumentInput label="Interno" path={['rows', at, 'extension']} form={form} />
              <DocumentInput label="Horario" path={['rows', at, 'hours']} form={form} />
              <DocumentInput label="Dirección" path={['rows', at, 'address']} form={form} />
              <DocumentInput label="Correo electrónico" path={['rows', at, 'email']} form={form} inputMode="email" />
              <label className="tick-line">
                <input
                  className="tick" type="checkbox" checked={row.always}
                  onChange={(event) => form.onChange(withValueAt(form.value, ['rows', at, 'always'], event.target.checked))}
                />
                Atiende las 24 horas
              </label>
              <p className="buttons">
                <button className="button quiet" type="button" disabled={at === 0} onClick={() => change(moved(rows, at, -1))}>Subir<span className="hidden-text"> {row.area}</span></button>
                <button className="button quiet" type="button" disabled={at === rows.length - 1} onClick={() => change(moved(rows, at, 1))}>Bajar<span className="hidden-text"> {row.area}</span></button>
                <button className="button quiet danger" type="button" onClick={() => void remove(at)}>Quitar<span className="hidden-text"> {row.area}</span></button>
              </p>
            </fieldset>
          </li>
        ))}
      </ol>
      <p><button className="button quiet" type="button" onClick={() => change([...rows, { ...BLANK }])}>Agregar una fila</button></p>
    </>
  );
}

/** The phones of a row, one a line. */
function PhonesInput({ form, at, phones }: { form: DocumentFormProps; at: number; phones: string[] }) {
  const id = useId();
  const path = ['rows', at, 'phones'];
  const faults = [form.faults.get(keyOf(path)), ...phones.map((_, number) => form.faults.get(keyOf([...path, number])))];
  const fault = faults.find((one) => one !== undefined);
  return (
    <div className="field">
      <label htmlFor={id}>Teléfonos, uno por línea</label>
      <textarea
        id={id} className="control" rows={2} inputMode="tel" value={phones.join('\n')} aria-invalid={fault !== undefined} aria-describedby={`${id}-error`}
        onChange={(event) => form.onChange(withValueAt(form.value, path, event.target.value === '' ? [] : event.target.value.split('\n')))}
        onBlur={() => {
          const whole = phones.map((phone) => phone.trim()).filter(Boolean);
          if (whole.join('\n') !== phones.join('\n')) form.onChange(withValueAt(form.value, path, whole));
        }}
      />
      <p id={`${id}-error`} className="field-error">{fault}</p>
    </div>
  );
}
