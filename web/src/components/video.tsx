import { useState } from 'react';
import { parseVideo } from '#contract/videos';

const PLAYERS = { youtube: 'https://www.youtube-nocookie.com/embed/', vimeo: 'https://player.vimeo.com/video/' } as const;
const NAMES = { youtube: 'YouTube', vimeo: 'Vimeo', file: 'otro sitio' } as const;

/** A video that asks nobody for anything before the visitor wants it: a button, and then the provider's player. */
export function Video({ url, title }: { url: string; title: string }) {
  const [isPlaying, setPlaying] = useState(false);
  const source = parseVideo(url);
  if (!source) return null;
  if (!isPlaying) {
    return (
      <p className="video">
        <button className="button" type="button" onClick={() => setPlaying(true)}>▶ Ver el video</button>{' '}
        <a href={source.url} rel="external">Abrirlo en {NAMES[source.provider]}</a>
      </p>
    );
  }
  return source.provider === 'file'
    ? <video className="player" src={source.url} controls autoPlay aria-label={title} />
    : <iframe className="player" src={`${PLAYERS[source.provider]}${source.key}?autoplay=1`} title={`Video: ${title}`} allow="autoplay; fullscreen" allowFullScreen />;
}
