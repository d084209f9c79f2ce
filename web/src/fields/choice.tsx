import type { FieldProps } from './field-props.ts';
import { Select } from './select.tsx';

/** A choice from a few values, saved when it is picked. */
export function ChoiceField({ id, field, value, describedBy, isInvalid, onPick }: FieldProps) {
  const choices = field.choices ?? [];
  return (
    <Select
      id={id}
      className="control control-short"
      value={String(value)}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      onPick={(picked) => {
        const chosen = choices.find((choice) => String(choice.value) === picked);
        if (chosen) onPick(chosen.value as string | number);
      }}
    >
      {choices.map((choice) => (
        <option key={String(choice.value)} value={String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}
