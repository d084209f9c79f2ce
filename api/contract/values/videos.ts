import { asUrl, shortHash } from './text.ts';

export interface Video {
  /** Provider and the provider's id, so that a device knows it before the server does. */
  id: string;
  url: string;
  thumbnail: string;
}
/** The sites whose videos are played inside a page: their name, and the origin of their player, for the CSP too. */
export const VIDEO_SITES = {
  youtube: { name: 'YouTube', player: 'https://www.youtube-nocookie.com' },
  vimeo: { name: 'Vimeo', player: 'https://player.vimeo.com' },
} as const;
/** A site whose player tells it of every visitor before they have chosen anything: its videos are links. */
export const FACEBOOK = { name: 'Facebook', site: 'https://www.facebook.com' };
export type VideoSource = {
  provider: keyof typeof VIDEO_SITES | 'facebook' | 'file';
  key: string;
  url: string;
  thumbnail: string;
};

/**
 * Reads the address of a video: YouTube, Vimeo, a public one of Facebook, or an https file .mp4 or .webm. Nothing is
 * fetched.
 * @returns provider, its id for the video, the canonical address and the thumbnail's ('' when it cannot be computed);
 *   null for any other address
 */
export function parseVideo(text: string): VideoSource | null {
  const url = asUrl(text);
  if (!url || url.protocol !== 'https:' || url.username || url.password) return null;
  const host = url.hostname.replace(/^(www|m|player)\./, '');
  const youtube = youtubeKey(host, url);
  if (youtube) {
    return {
      provider: 'youtube',
      key: youtube,
      url: `https://www.youtube.com/watch?v=${youtube}`,
      thumbnail: `https://i.ytimg.com/vi/${youtube}/hqdefault.jpg`,
    };
  }
  const vimeo = host === 'vimeo.com' ? /^\/(?:video\/)?(\d{5,12})(?:\/|$)/.exec(url.pathname)?.[1] : undefined;
  if (vimeo) return { provider: 'vimeo', key: vimeo, url: `https://vimeo.com/${vimeo}`, thumbnail: '' };
  const short = host === 'fb.watch' ? /^\/([\w-]+)\/?$/.exec(url.pathname)?.[1] : undefined;
  if (short) return { provider: 'facebook', key: short, url: `https://fb.watch/${short}/`, thumbnail: '' };
  const facebook = facebookKey(host, url);
  if (facebook) {
    const [path = '', key = ''] = facebook;
    return { provider: 'facebook', key, url: `${FACEBOOK.site}/${path}${key}`, thumbnail: '' };
  }
  if (/\.(mp4|webm)$/i.test(url.pathname)) {
    return { provider: 'file', key: shortHash(url.href), url: url.href, thumbnail: '' };
  }
  return null;
}

/** The video of a record, from its address; null when the address is none that parseVideo knows. */
export function videoOf(address: string): Video | null {
  const source = parseVideo(address);
  return source && { id: `${source.provider}-${source.key}`, url: source.url, thumbnail: source.thumbnail };
}

function youtubeKey(host: string, url: URL): string | undefined {
  const key =
    host === 'youtu.be'
      ? url.pathname.slice(1)
      : ['youtube.com', 'youtube-nocookie.com'].includes(host)
        ? (url.searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1])
        : undefined;
  return key && /^[\w-]{11}$/.test(key) ? key : undefined;
}

/** What comes before the key of a video in its address, and the key: its number, or what stands for it in a share. */
function facebookKey(host: string, { pathname, searchParams }: URL): [path: string, key: string] | null {
  if (!/(^|\.)facebook\.com$/.test(host)) return null;
  const shared = /^\/share\/([vr])\/([\w-]+)/.exec(pathname);
  if (shared) return [`share/${shared[1]}/`, shared[2] ?? ''];
  const key =
    /^\/(?:watch\/?(?:live\/?)?|video\.php)$/.test(pathname) && searchParams.get('v')
      ? searchParams.get('v')
      : /^\/(?:reel|[^/]+\/videos(?:\/[^/]+)?)\/(\d+)\/?$/.exec(pathname)?.[1];
  return key && /^\d{5,20}$/.test(key) ? ['watch/?v=', key] : null;
}
