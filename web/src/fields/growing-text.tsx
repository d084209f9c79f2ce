import type { ComponentProps } from 'react';

/**
 * A text area as tall as its text. A hidden copy of the text makes the room (`.growing`): half of the tablets in use
 * have no `field-sizing`.
 */
export function GrowingText(props: ComponentProps<'textarea'> & { value: string }) {
  return (
    <div className="growing" data-text={props.value}>
      <textarea {...props} className="control" />
    </div>
  );
}
