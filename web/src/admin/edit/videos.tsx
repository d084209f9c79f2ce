import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { NO_VIDEO, video } from '#contract/fields';
import { parseVideo } from '#contract/values/videos';
import type { Video } from '#contract/values/videos';
import { currentRecord } from '../workspace/current-record.ts';
import { videoAddition, videoRemoval } from '../workspace/new-operations.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { useUnsavedText } from '../changes/use-unsaved-text.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { fieldState } from '../field/field-state.ts';
import { videosOf, operationOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';

/** The videos of an album, entered by address (spec section 2.2). */
export function Videos({ shown }: { shown: Shown }) {
  const workspace = useWorkspace();
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
  /** @returns whether the video was added */
  async function add(url: string): Promise<boolean> {
    const parsed = video('Video').parse.safeParse(url);
    const source = parseVideo(parsed.data ?? '');
    if (!source) {
      setError(parsed.error?.issues[0]?.message ?? NO_VIDEO);
      return false;
    }
    const now = await currentRecord(workspace, 'album', shown);
    if (videosOf(now.record).some((one) => one.url === source.url)) {
      setError('Ese video ya está en el álbum.');
      return false;
    }
    return change(videoAddition(record.id, source.url));
  }
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
      <VideoRows videos={videos} remove={(video) => void change(videoRemoval(record.id, video.id))} />
      <VideoForm id={id} fault={error} add={add} />
      <p id={`${id}-error`} className="field-error" role="alert">
        {error}
      </p>
    </FieldFrame>
  );
}

/** The videos, each with a button that removes it after a question. */
function VideoRows({ videos, remove }: { videos: Video[]; remove: (video: Video) => void }) {
  const confirm = useConfirm();
  return (
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
                (isSure) => isSure && remove(video),
              )
            }
          >
            Borrar<span className="hidden-text"> el video {video.url}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The form for the address of a new video. @param add returns whether it was added; otherwise it stays in the form */
function VideoForm({ id, fault, add }: { id: string; fault: string; add: (url: string) => Promise<boolean> }) {
  const [url, setUrl] = useState('');
  /** The address that is being added; another one may be typed meanwhile. */
  const [adding, setAdding] = useState<string | null>(null);

  async function addTyped(): Promise<boolean> {
    setAdding(url);
    const isAdded = await add(url);
    setAdding((now) => (now === url ? null : now));
    if (isAdded) setUrl((now) => (now === url ? '' : now));
    return isAdded;
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (url !== adding) void addTyped();
  }
  useUnsavedText({
    value: url,
    isUnsaved: url.trim() !== '',
    place: null,
    label: 'Dirección del video',
    savesItself: url === adding,
    isTouched: true,
    controlId: id,
    isRefused: fault !== '',
    fault: () => fault || null,
    save: addTyped,
    keep: async () => {},
  });
  return (
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
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-error`}
        onChange={(event) => setUrl(event.target.value)}
      />
      <button className="button quiet" type="submit">
        Agregar
      </button>
    </form>
  );
}
