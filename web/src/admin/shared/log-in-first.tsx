import { sharedPhotos } from '#contract/addresses/installed';
import { pages } from '#contract/addresses/pages';
import { removeSharedPhotos } from '../workspace/shared-photos.ts';
import { lostWords, sharedWords } from '../parts/words/shared-words.ts';
import { useSharedCount } from './use-shared-photos.ts';

/** Screen for shared photos while nobody is logged in: the person logs in to place them, or discards them. */
export function LogInFirst() {
  const count = useSharedCount();
  return (
    <>
      <header className="top">
        <p className="top-title">Administrador</p>
      </header>
      <main>
        <div className="empty">
          <h1>Fotos para el portal</h1>
          <p>
            Acá el personal de la municipalidad suma las fotos de su dispositivo a una noticia, un evento o un álbum.
          </p>
          {new URLSearchParams(location.search).has('perdidas') && <p role="alert">{lostWords}</p>}
          <p role="status">
            {count > 0
              ? `En este dispositivo hay ${sharedWords(count)}. Ingresá para elegir a dónde va cada una, o descartalas.`
              : 'En este dispositivo no hay fotos esperando.'}
          </p>
          <p className="buttons">
            <a className="button" href={pages.login(sharedPhotos())}>
              Ingresar
            </a>
            {count > 0 && (
              <button className="button quiet" type="button" onClick={() => void removeSharedPhotos()}>
                Descartar {count === 1 ? 'la foto' : 'las fotos'}
              </button>
            )}
            <a className="button quiet" href={pages.home()}>
              Ver el sitio
            </a>
          </p>
        </div>
      </main>
    </>
  );
}
