import { useEffect, useState } from 'react';
import { pictureSource } from '#contract/addresses/files';
import type { Picture } from '#contract/records';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { pictureWords } from './picture-words.ts';
import { staffPicture } from './staff-picture.ts';

/**
 * A picture that the server has. Where it cannot be shown, its place says which one it is and why: nobody should take a
 * device without a signal for a lost photo.
 * @param isPublic whether the public may see it: else it is fetched with the session
 * @param what what it is called, for who cannot see it
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
  // What has failed, and under which signal: when that comes back, it is asked for again.
  const [failed, setFailed] = useState<string | null>(null);
  // Fetched with the session: the public's address has nothing where the public cannot see it yet, or no more.
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
