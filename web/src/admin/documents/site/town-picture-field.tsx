import type { ReactNode } from 'react';
import { traitsOf } from '#contract/record-types';
import type { TownPicture } from '#contract/record-types';
import { PictureField } from '../../files/picture-field.tsx';
import { useDocument } from '../../workspace/use-document.ts';

interface Words {
  label: string;
  removal: { about: string; question: string };
  hint: string;
}
const WORDS: Record<TownPicture, Words> = {
  site: {
    label: 'Escudo',
    removal: { about: 'el escudo', question: 'Vas a quitar el escudo. En su lugar queda el dibujo del paisaje.' },
    hint:
      'PNG, JPEG, WebP o SVG, mejor con fondo transparente. Está en el encabezado, el pie, la pestaña del navegador, ' +
      'el ícono de la aplicación y lo que se comparte sin foto.',
  },
  hero: {
    label: 'Imagen',
    removal: {
      about: 'la foto de portada',
      question: 'Vas a quitar la foto de portada. En su lugar queda el paisaje.',
    },
    hint: 'Una foto apaisada de la localidad, si querés: en la portada ocupa el lugar del paisaje.',
  },
};

/**
 * A picture of the town. Like every picture it is saved when it is picked, also without a network.
 * @param shot drawn in the place of the picture
 */
export function TownPictureField({ owner, shot }: { owner: TownPicture; shot?: ReactNode }) {
  const shown = useDocument(owner);
  if (!shown) return null;
  const { label, removal, hint } = WORDS[owner];
  return (
    <PictureField
      entity={owner}
      shown={shown}
      label={label}
      isLimited={traitsOf(owner).hasPictureLimit ?? false}
      shot={shot}
      removal={removal}
    >
      <p className="field-hint">{hint}</p>
    </PictureField>
  );
}
