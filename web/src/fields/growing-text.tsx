import type { ComponentProps } from 'react';

/**
 * A text area that grows with its text. A hidden copy of the text sets the height (`.growing`), because half of the
 * tablets in use do not support `field-sizing`.
 */
export function GrowingText(props: ComponentProps<'textarea'> & { value: string }) {
  return (
    <div className="growing" data-text={props.value}>
      <textarea {...props} className="control" />
    </div>
  );
}
