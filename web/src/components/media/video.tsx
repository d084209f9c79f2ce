import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FACEBOOK, VIDEO_SITES, parseVideo } from '#contract/values/videos';
import type { VideoSource } from '#contract/values/videos';
import { useOffline } from '../use-offline.ts';

/** Returns the display name of a video's provider; '' if the address is not a video. */
export function providerName(url: string): string {
  const source = parseVideo(url);
  return source ? nameOf(source) : '';
}

const nameOf = ({ provider }: VideoSource) =>
  provider === 'file' ? 'otro sitio' : provider === 'facebook' ? FACEBOOK.name : VIDEO_SITES[provider].name;

/**
 * A video that requests nothing from other sites before it is started: a button, then the provider's player. One of
 * Facebook is a link to it.
 * @param isWanted the visitor has already asked for it
 * @param onEnd called when the video has ended
 */
export function Video({
  url,
  title,
  isWanted = false,
  onEnd = () => {},
}: {
  url: string;
  title: string;
  isWanted?: boolean;
  onEnd?: () => void;
}) {
  const [isPlaying, setPlaying] = useState(isWanted);
  const isOffline = useOffline();
  const source = parseVideo(url);
  if (!source) return null;
  if (isOffline)
    return (
      <p className="video" role="status">
        Sin conexión no se puede ver este video. Cuando vuelva la señal va a estar acá.
      </p>
    );
  if (source.provider === 'facebook')
    return (
      <p className="video">
        <a className="button" href={source.url} rel="external">
          ▶ Ver el video en {FACEBOOK.name}
        </a>
      </p>
    );
  if (isPlaying) return <Player source={source} title={title} onEnd={onEnd} />;
  return (
    <p className="video">
      <button className="button scripted" type="button" onClick={() => setPlaying(true)}>
        ▶ Ver el video
      </button>
      <a href={source.url} rel="external">
        Abrirlo en {nameOf(source)}
      </a>
    </p>
  );
}

function Player({ source, title, onEnd }: { source: VideoSource; title: string; onEnd: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { provider } = source;
  const player = provider === 'file' || provider === 'facebook' ? null : players[provider];
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (!player) return;
    const { origin, isEnd } = player;
    function listen(message: MessageEvent) {
      if (message.source === frame.current?.contentWindow && message.origin === origin && isEnd(message.data)) ended();
    }
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [player]);

  if (!player)
    return <video className="player" src={source.url} controls autoPlay aria-label={title} onEnded={onEnd} />;
  return (
    <iframe
      ref={frame}
      className="player"
      src={player.address(source.key)}
      title={`Video: ${title}`}
      allow="autoplay; fullscreen"
      allowFullScreen
      onLoad={() => frame.current?.contentWindow?.postMessage(JSON.stringify(player.greeting), player.origin)}
    />
  );
}

interface Message {
  event?: unknown;
  info?: unknown;
}

/** For each player: its origin, the message that subscribes to its state, and how it reports the end of a video. */
const players = {
  youtube: {
    origin: VIDEO_SITES.youtube.player,
    address: (key: string) =>
      `${VIDEO_SITES.youtube.player}/embed/${key}?autoplay=1&enablejsapi=1&rel=0` +
      `&origin=${encodeURIComponent(location.origin)}`,
    greeting: { event: 'listening', id: 1, channel: 'widget' },
    isEnd: endOnYouTube,
  },
  vimeo: {
    origin: VIDEO_SITES.vimeo.player,
    address: (key: string) => `${VIDEO_SITES.vimeo.player}/video/${key}?autoplay=1&dnt=1`,
    greeting: { method: 'addEventListener', value: 'ended' },
    isEnd: endOnVimeo,
  },
} as const;

/** YouTube reports the state 0, in an event of its own or among other information. */
export function endOnYouTube(data: unknown): boolean {
  const { event, info } = parsed(data);
  return (
    (event === 'onStateChange' && info === 0) ||
    (event === 'infoDelivery' && (info as { playerState?: unknown } | null)?.playerState === 0)
  );
}

export function endOnVimeo(data: unknown): boolean {
  const { event } = parsed(data);
  return event === 'ended' || event === 'finish';
}

/** Parses a player's message, which is sent as JSON or as an object. */
function parsed(data: unknown): Message {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}
