import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { NO_VIDEO } from '#contract/fields';
import { webAddress } from '#contract/values/links';
import { parseVideo } from '#contract/values/videos';
import { videoAddition, videoRemoval } from '../workspace/new-operations.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useUnsavedText } from '../unsaved/use-unsaved-text.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { fieldState, operationOf } from '../field/field-state.ts';
import { videosOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';

/** The videos of an album, entered by address (spec section 2.2). */
export function Videos({ shown }: { shown: Shown }) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const [url, setUrl] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState('');
  const [wasSaved, setSaved] = useState(false);
  const id = useId();
  const { record, operations } = shown;
  const videos = videosOf(record);
  const operation = operationOf('videos', operations);
  const state = fieldState({ field: 'videos', operations, isEditing: false, wasSaved });

  async function change(operation: Parameters<typeof workspace.save>[0]) {
    setError('');
    try {
      await workspace.save(operation);
      setSaved(true);
      return true;
    } catch (failure) {
      setError((failure as Error).message);
      return false;
    }
  }
  /** @returns whether the typed video was added */
  async function add(): Promise<boolean> {
    const source = parseVideo(webAddress(url));
    const isThere = videos.some((one) => one.url === source?.url);
    if (!source || isThere) {
      setError(isThere ? 'Ese video ya está en el álbum.' : NO_VIDEO);
      return false;
    }
    setAdding(true);
    const isAdded = await change(videoAddition(record.id, source.url));
    setAdding(false);
    if (isAdded) setUrl((now) => (now === url ? '' : now));
    return isAdded;
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isAdding) void add();
  }
  useUnsavedText({
    value: url,
    isUnsaved: url.trim() !== '',
    place: null,
    label: 'Dirección del video',
    savesItself: isAdding,
    isTouched: true,
    save: add,
  });
  return (
    <FieldFrame
      as="section"
      aria-labelledby={`${id}-title`}
      head={
        <h2 id={`${id}-title`} className="field-title">
          Videos
        </h2>
      }
      state={state}
      operation={operation}
      onDropped={() => setSaved(false)}
    >
      <ul className="rows">
        {videos.map((video) => (
          <li key={video.id}>
            <a href={video.url} target="_blank" rel="noopener noreferrer">
              {video.url}
            </a>
            <button
              className="button quiet"
              type="button"
              onClick={() =>
                void confirm({ text: '¿Deseas borrar este video?', isRemoval: true }).then(
                  (isSure) => isSure && change(videoRemoval(record.id, video.id)),
                )
              }
            >
              Borrar<span className="hidden-text"> el video {video.url}</span>
            </button>
          </li>
        ))}
      </ul>
      <form className="combo-line" noValidate onSubmit={submit}>
        <label className="hidden-text" htmlFor={id}>
          Dirección del video
        </label>
        <input
          id={id}
          className="control"
          inputMode="url"
          autoComplete="off"
          placeholder="https://www.youtube.com/watch?v=…"
          value={url}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-error`}
          onChange={(event) => setUrl(event.target.value)}
        />
        <button className="button quiet" type="submit">
          Agregar
        </button>
      </form>
      <p id={`${id}-error`} className="field-error" role="alert">
        {error}
      </p>
    </FieldFrame>
  );
}
