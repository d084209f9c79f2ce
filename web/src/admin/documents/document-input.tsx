import { useId } from 'react';
import type { ChangeEvent } from 'react';
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
  rows,
  tidy,
}: {
  label: string;
  path: Path;
  form: DocumentFormProps;
  type?: 'text' | 'color';
  inputMode?: 'tel' | 'email' | 'url' | undefined;
  placeholder?: string;
  /** Its height in lines, where the text has several. */
  rows?: number;
  /** Returns what was typed in the way in which it is written everywhere; used when the input is left. */
  tidy?: (typed: string) => string;
}) {
  const id = useId();
  const fault = form.faults.get(keyOf(path));
  const value = String(valueAt(form.value, path) ?? '');
  const change = (text: string) => form.onChange(withValueAt(form.value, path, text));
  const control = {
    id,
    autoComplete: 'off',
    placeholder,
    value,
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${id}-error`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(target.value),
    onBlur: () => tidy && tidy(value) !== value && change(tidy(value)),
  };
  return (
    <div className="field" data-field={keyOf(path)}>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input
          {...control}
          className={type === 'color' ? 'control control-color' : 'control'}
          type={type}
          // Telephones may have words, which the keyboard for telephones lacks.
          inputMode={inputMode === 'tel' ? undefined : inputMode}
        />
      ) : (
        <textarea {...control} className="control" rows={rows} />
      )}
      <p id={`${id}-error`} className="field-error">
        {fault}
      </p>
      {form.questionAt(path)}
      {inputMode === 'tel' && !fault && <PhoneHints phones={[value]} />}
    </div>
  );
}
