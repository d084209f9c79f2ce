import { useEffect, useRef, useState } from 'react';
import { parseVideo } from '#contract/videos';
import type { VideoSource } from '#contract/videos';

const NAMES = { youtube: 'YouTube', vimeo: 'Vimeo', file: 'otro sitio' } as const;

/**
 * A video that asks nobody for anything before the visitor wants it: a button, and then the provider's player.
 * @param isWanted the visitor has asked already
 * @param onEnd told when the video has come to its end
 */
export function Video({ url, title, isWanted = false, onEnd = () => {} }: { url: string; title: string; isWanted?: boolean; onEnd?: () => void }) {
  const [isPlaying, setPlaying] = useState(isWanted);
  const isOffline = useOffline();
  const source = parseVideo(url);
  if (!source) return null;
  if (isOffline) return <p className="video" role="status">Sin conexión no se puede ver este video. Cuando vuelva la señal va a estar acá.</p>;
  if (isPlaying) return <Player source={source} title={title} onEnd={onEnd} />;
  return (
    <p className="video">
      <button className="button" type="button" onClick={() => setPlaying(true)}>▶ Ver el video</button>
      <a href={source.url} rel="external">Abrirlo en {NAMES[source.provider]}</a>
    </p>
  );
}

function Player({ source, title, onEnd }: { source: VideoSource; title: string; onEnd: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    if (source.provider === 'file') return;
    const { provider } = source;
    function listen({ source: from, origin, data }: MessageEvent) {
      if (from === frame.current?.contentWindow && origin === players[provider].origin && isEnd(provider, data)) ended.current();
    }
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [source.provider, source.key]);

  if (source.provider === 'file') return <video className="player" src={source.url} controls autoPlay aria-label={title} onEnded={onEnd} />;
  const player = players[source.provider];
  return (
    <iframe ref={frame} className="player" src={player.address(source.key)} title={`Video: ${title}`} allow="autoplay; fullscreen" allowFullScreen
      onLoad={() => frame.current?.contentWindow?.postMessage(JSON.stringify(player.greeting), player.origin)} />
  );
}

/** Where the players live and how they are asked to tell of their state (YouTube's and Vimeo's own messages). */
const players = {
  youtube: {
    origin: 'https://www.youtube-nocookie.com',
    address: (key: string) => `https://www.youtube-nocookie.com/embed/${key}?autoplay=1&enablejsapi=1&rel=0&origin=${encodeURIComponent(location.origin)}`,
    greeting: { event: 'listening', id: 1, channel: 'widget' },
  },
  vimeo: {
    origin: 'https://player.vimeo.com',
    address: (key: string) => `https://player.vimeo.com/video/${key}?autoplay=1&dnt=1`,
    greeting: { method: 'addEventListener', value: 'ended' },
  },
} as const;

/** Does a player's message say that its video has ended? */
export function isEnd(provider: 'youtube' | 'vimeo', data: unknown): boolean {
  const message = typeof data === 'string' ? parsed(data) : data;
  if (typeof message !== 'object' || message === null) return false;
  const { event, info } = message as { event?: unknown; info?: unknown };
  if (provider === 'vimeo') return event === 'ended' || event === 'finish';
  return (event === 'onStateChange' && info === 0) || (event === 'infoDelivery' && (info as { playerState?: unknown } | null)?.playerState === 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function useOffline(): boolean {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOffline;
}
