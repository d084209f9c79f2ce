import type { ReactNode } from 'react';
import { traitsOf } from '#contract/record-types';
import type { TownPicture } from '#contract/record-types';
import { PictureField } from '../../files/picture-field.tsx';
import { useFileRemoval } from '../../files/use-file-removal.ts';
import { pictureOf } from '../../files/save-photo.ts';
import { isMeasured } from '../../workspace/overlay.ts';
import { townPictureRemoval } from '../../workspace/new-operations.ts';
import { useDocument } from '../../workspace/use-document.ts';

interface Words {
  label: string;
  /** Its name within a sentence. */
  about: string;
  /** What the portal shows without it, in words. */
  question: string;
  hint: string;
}
const WORDS: Record<TownPicture, Words> = {
  site: {
    label: 'Escudo',
    about: 'el escudo',
    question: 'Vas a quitar el escudo. En su lugar queda el dibujo del paisaje.',
    hint:
      'PNG, JPEG, WebP o SVG, mejor con fondo transparente. Está en el encabezado, el pie, la pestaña del navegador, ' +
      'el ícono de la aplicación y lo que se comparte sin foto.',
  },
  hero: {
    label: 'Imagen',
    about: 'la foto de portada',
    question: 'Vas a quitar la foto de portada. En su lugar queda el paisaje.',
    hint: 'Una foto apaisada de la localidad, si querés: en la portada ocupa el lugar del paisaje.',
  },
};

/**
 * A picture of the town. Like every picture it is saved when it is picked, also without a network.
 * @param shot drawn in the place of the picture
 */
export function TownPictureField({ owner, shot }: { owner: TownPicture; shot?: ReactNode }) {
  const removeFile = useFileRemoval();
  const shown = useDocument(owner);
  if (!shown) return null;
  const current = pictureOf(shown);
  const { label, about, question, hint } = WORDS[owner];
  const remove = (name: string) =>
    removeFile({ kind: 'picture', owner, id: owner, name }, townPictureRemoval(owner, name), { question, about });
  return (
    <PictureField
      entity={owner}
      shown={shown}
      label={label}
      isLimited={traitsOf(owner).hasPictureLimit ?? false}
      shot={shot}
    >
      {current && isMeasured(current) && (
        <button className="button quiet danger" type="button" onClick={() => void remove(current.name)}>
          Quitar {about}
        </button>
      )}
      <p className="field-hint">{hint}</p>
    </PictureField>
  );
}
