import { useContext } from 'react';
import { HtmlField } from '../../fields/html.tsx';
import type { FieldProps } from '../../fields/field-props.ts';
import { TextPicturesContext, UseTextPicturesContext } from '../../fields/text-pictures.ts';

/** A rich-text field that shows the pictures of its text wherever they are, and takes new ones. */
export function RichField(props: FieldProps) {
  const useTextPictures = useContext(UseTextPicturesContext);
  const { pictures, error } = useTextPictures(props.record ?? null);
  return (
    <TextPicturesContext value={pictures}>
      <HtmlField {...props} />
      <p className="field-error" role="alert">
        {error}
      </p>
    </TextPicturesContext>
  );
}
