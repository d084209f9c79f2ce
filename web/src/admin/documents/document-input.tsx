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
  tidy,
}: {
  label: string;
  path: Path;
  form: DocumentFormProps;
  type?: 'text' | 'color';
  inputMode?: 'tel' | 'email' | 'url' | undefined;
  placeholder?: string;
  /** Returns what was typed in the way in which it is written everywhere; used when the input is left. */
  tidy?: (typed: string) => string;
}) {
  const id = useId();
  const fault = form.faults.get(keyOf(path));
  const value = String(valueAt(form.value, path) ?? '');
  const change = (text: string) => form.onChange(withValueAt(form.value, path, text));
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
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => change(event.target.value)}
        onBlur={() => tidy && tidy(value) !== value && change(tidy(value))}
      />
      <p id={`${id}-error`} className="field-error">
        {fault}
      </p>
      {form.questionAt(path)}
      {inputMode === 'tel' && !fault && <PhoneHints phones={[value]} />}
    </div>
  );
}
