import type { FieldProps } from './field-props.ts';
import { TextInput } from './line.tsx';

/** A video address field: YouTube, Vimeo, Facebook or a file. */
export function VideoField(props: FieldProps) {
  return <TextInput {...props} type="text" inputMode="url" placeholder="https://www.youtube.com/watch?v=…" />;
}
