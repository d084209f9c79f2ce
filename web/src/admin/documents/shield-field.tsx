import { traitsOf } from '#contract/record-types';
import { PictureField } from '../files/picture-field.tsx';
import { usePictureRemoval } from '../files/use-picture-removal.ts';
import { pictureOf } from '../files/save-photo.ts';
import { isMeasured } from '../workspace/overlay.ts';
import { shieldRemoval } from '../workspace/new-operations.ts';
import { useDocument } from './use-document.ts';

/** The town's shield. Like every picture it is saved when it is picked, also without a network. */
export function ShieldField() {
  const removePicture = usePictureRemoval();
  const shown = useDocument('site');
  if (!shown) return null;
  const current = pictureOf(shown);
  const remove = (name: string) =>
    removePicture({ owner: 'site', id: 'site', name }, shieldRemoval(name), {
      question: 'Vas a quitar el escudo. En su lugar queda el dibujo del paisaje.',
      about: 'el escudo',
    });
  return (
    <div className="group shield">
      <PictureField entity="site" shown={shown} label="Escudo" isLimited={traitsOf('site').hasPictureLimit ?? false}>
        {current && isMeasured(current) && (
          <button className="button quiet danger" type="button" onClick={() => void remove(current.name)}>
            Quitar el escudo
          </button>
        )}
        <p className="field-hint">
          PNG, JPEG, WebP o SVG, mejor con fondo transparente. Está en el encabezado, el pie, la pestaña del navegador,
          el ícono de la aplicación y lo que se comparte sin foto.
        </p>
      </PictureField>
    </div>
  );
}
