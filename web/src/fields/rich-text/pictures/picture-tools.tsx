import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Command } from 'prosemirror-state';
import { ALT_MAX } from '#contract/limits';
import { describePicture, movePicture, removePicture, widenPicture } from './figures.ts';
import type { Figure } from './figures.ts';

/**
 * What a picture shows, and how wide it is.
 * @param change runs a command in the editor; the focus stays where it is
 * @param run runs one in the editor, which gets the focus
 * @param replace lets a person pick another photo for it; left out where a text takes none
 * @param children what else can be done with it
 */
export function PictureTools({
  figure,
  change,
  run,
  replace,
  children,
}: {
  figure: Figure;
  change: (command: Command) => void;
  run: (command: Command) => void;
  replace: (() => void) | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const { alt, isHalf } = figure;
  const isDecorative = alt === '';
  return (
    <div className="tools picture-tools" role="group" aria-label="Imagen">
      <label>
        Qué muestra
        <input
          type="text"
          value={alt ?? ''}
          maxLength={ALT_MAX}
          disabled={isDecorative}
          aria-describedby={id}
          onChange={({ currentTarget: { value } }) => change(describePicture(figure, value.trimStart() || undefined))}
        />
      </label>
      <div className="tools-row">
        <label className="check">
          <input
            type="checkbox"
            checked={isDecorative}
            onChange={({ currentTarget: { checked } }) => change(describePicture(figure, checked ? '' : undefined))}
          />
          Es decorativa
        </label>
        <button type="button" aria-pressed={isHalf} onClick={() => run(widenPicture(figure))}>
          Mitad del ancho
        </button>
        <button type="button" onClick={() => run(movePicture(figure, true))}>
          Más arriba
        </button>
        <button type="button" onClick={() => run(movePicture(figure, false))}>
          Más abajo
        </button>
        {replace && (
          <button type="button" onClick={replace}>
            Cambiar la imagen
          </button>
        )}
        {children}
        <button type="button" onClick={() => run(removePicture(figure))}>
          Quitar la imagen
        </button>
      </div>
      <p id={id}>
        {isDecorative
          ? 'Quien no ve la imagen no se pierde nada: los lectores de pantalla la saltean.'
          : 'Contá lo que se ve y por qué importa, en una oración. No empieces con «imagen de».'}
      </p>
    </div>
  );
}
