import { useEffect, useState } from 'react';
import { TICKET_LIMITS } from '#contract/tickets/ticket';
import type { DraftPhoto } from '../../../../tickets/my-tickets.ts';
import { reducedPhoto } from '../../../../tickets/reduced-photo.ts';

/** The photos of a ticket, made smaller before they are stored. */
export function Photos({ photos, change }: { photos: DraftPhoto[]; change: (photos: DraftPhoto[]) => void }) {
  const [fault, setFault] = useState('');
  const [isWorking, setWorking] = useState(false);

  async function add(files: File[]): Promise<void> {
    setWorking(true);
    setFault('');
    const added = [...photos];
    const unread: string[] = [];
    for (const file of files.slice(0, TICKET_LIMITS.photos - photos.length)) {
      try {
        // One after the other: a cheap phone has no memory for several.
        added.push(await reducedPhoto(file));
        change([...added]);
      } catch {
        unread.push(file.name);
      }
    }
    const isTooMany = photos.length + files.length > TICKET_LIMITS.photos;
    setFault(
      [
        ...(unread.length > 0 ? [`Este teléfono no pudo leer ${unread.join(', ')}. Probá con otra foto.`] : []),
        ...(isTooMany ? [`Se pueden agregar hasta ${TICKET_LIMITS.photos} fotos.`] : []),
      ].join(' '),
    );
    setWorking(false);
  }

  return (
    <fieldset>
      <legend>Fotos (hasta {TICKET_LIMITS.photos}, si querés)</legend>
      {photos.length > 0 && (
        <ul className="ticket-photos">
          {photos.map((photo, at) => (
            <li key={`${photo.name}-${photo.bytes.byteLength}-${at}`}>
              <Shown photo={photo} number={at + 1} />
              <button
                type="button"
                className="button quiet"
                onClick={() => change(photos.filter((one) => one !== photo))}
                aria-label={`Quitar la foto ${at + 1}`}
              >
                Quitar
              </button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < TICKET_LIMITS.photos && (
        <p>
          <label htmlFor="fotos">Agregar fotos</label>
          <input
            id="fotos"
            type="file"
            accept="image/*"
            multiple
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              target.value = '';
              if (files.length > 0) void add(files);
            }}
          />
        </p>
      )}
      <p role="status">{isWorking ? 'Preparando las fotos…' : fault}</p>
    </fieldset>
  );
}

function Shown({ photo, number }: { photo: DraftPhoto; number: number }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([photo.bytes], { type: 'image/jpeg' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return address === '' ? null : <img src={address} alt={`Foto ${number}`} />;
}
