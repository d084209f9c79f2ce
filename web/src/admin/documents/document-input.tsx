import { useId } from 'react';
import { PhoneHints } from '../field/phone-hints.tsx';
import type { DocumentFormProps } from './document-form.ts';
import { keyOf, valueAt, withValueAt } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';

/** Input of one text in a document. */
export function DocumentInput({
  label,
  path,
  form,
  type = 'text',
  inputMode,
  placeholder,
}: {
  label: string;
  path: Path;
  form: DocumentFormProps;
  type?: 'text' | 'color';
  inputMode?: 'tel' | 'email' | 'url' | undefined;
  placeholder?: string;
}) {
  const id = useId();
  const fault = form.faults.get(keyOf(path));
  return (
    <div className="field" data-field={keyOf(path)}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={type === 'color' ? 'control control-color' : 'control'}
        type={type}
        // Telephones may have words, which the keyboard for telephones lacks.
        inputMode={inputMode === 'tel' ? undefined : inputMode}
        autoComplete="off"
        placeholder={placeholder}
        value={String(valueAt(form.value, path) ?? '')}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => form.onChange(withValueAt(form.value, path, event.target.value))}
      />
      <p id={`${id}-error`} className="field-error">
        {fault}
      </p>
      {form.questionAt(path)}
      {inputMode === 'tel' && !fault && <PhoneHints phones={[String(valueAt(form.value, path) ?? '')]} />}
    </div>
  );
}
