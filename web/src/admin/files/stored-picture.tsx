import { useEffect, useState } from 'react';
import { pictureSource } from '#contract/addresses/files';
import type { Picture } from '#contract/values/pictures';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { pictureWords } from '../parts/words/picture-words.ts';
import { staffPicture } from './staff-picture.ts';

/**
 * A picture stored on the server. If it cannot be loaded, a placeholder gives its name and the reason, so that an
 * offline device does not look like a lost photo.
 * @param isPublic whether it is public; otherwise it is fetched with the session
 * @param what name of the picture, for screen readers
 */
export function StoredPicture({
  owner,
  record,
  picture,
  isPublic,
  what,
  width,
  sizes,
  className,
}: {
  isPublic: boolean;
  owner: Parameters<typeof pictureSource>[0];
  record: { id: string; year?: number };
  picture: Picture;
  what: string;
  width: number;
  sizes: string;
  className?: string;
}) {
  const workspace = useWorkspace();
  const { isOnline } = useWorkspaceState();
  // The address that failed, and the network state at that time: it is retried when the network is back.
  const [failed, setFailed] = useState<string | null>(null);
  // Fetched with the session: the public address returns 404 while the record is not public.
  const [fetched, setFetched] = useState<string | null>(null);
  const key = `${picture.name} ${isOnline}`;
  const source = pictureSource(owner, record, picture, width);
  const { src } = source;
  useEffect(() => {
    setFetched(null);
    if (isPublic) return;
    let isCurrent = true;
    void staffPicture(workspace, src).then((photo) => {
      if (isCurrent && photo) setFetched(photo);
      else if (isCurrent) setFailed(key);
      else if (photo) URL.revokeObjectURL(photo);
    });
    return () => {
      isCurrent = false;
    };
  }, [workspace, src, key, isPublic]);
  useEffect(
    () => () => {
      if (fetched) URL.revokeObjectURL(fetched);
    },
    [fetched],
  );
  if (failed === key)
    return (
      <p className="shot shot-none" role="img" aria-label={`${what}. ${pictureWords(picture.name, isOnline)}`}>
        {pictureWords(picture.name, isOnline)}
      </p>
    );
  return (
    <img
      key={key}
      className={className}
      {...(fetched ? { src: fetched } : isPublic ? source : {})}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={what}
      loading="lazy"
      onError={() => void fetchIt()}
    />
  );

  async function fetchIt(): Promise<void> {
    const photo = fetched ? null : await staffPicture(workspace, source.src);
    if (photo) setFetched(photo);
    else setFailed(key);
  }
}
