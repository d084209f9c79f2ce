import { readFile } from 'node:fs/promises';
import { iconHash, shieldOf } from '../contract/town/icons.ts';
import type { IconKind } from '../contract/town/icons.ts';
import { paletteOf, skylineOf } from '../contract/town/look.ts';
import type { SiteDocument } from '../contract/records.ts';
import { limited } from '../http/limits/concurrency-limit.ts';
import { runApart } from './decoder-process.ts';
import type { DecoderRunner } from './decoder-process.ts';
import type { IconMaterial } from './icon-encoder.ts';
import { insideOf } from './upload-store.ts';

/** The icons of the town as it is now. Each is made when it is first requested, and kept in memory. */
export interface Icons {
  /** @returns null if it cannot be made @throws Problem 503 if no process can be started, or too many wait */
  make(site: SiteDocument, kind: IconKind): Promise<Buffer | null>;
}

const PROGRAM = new URL('./icon-encoder.ts', import.meta.url);
const TIMEOUT = 30_000;
const MAX_WAITING = 20;

export function openIcons({
  uploadsDir,
  runDecoder = runApart,
}: {
  uploadsDir: string;
  runDecoder?: DecoderRunner;
}): Icons {
  const inside = insideOf(uploadsDir);
  const turn = limited(1, MAX_WAITING);
  const kept = new Map<IconKind, Promise<Buffer | null>>();
  let shown = '';

  async function produce(site: SiteDocument, kind: IconKind): Promise<Buffer | null> {
    const path = shieldOf(site);
    const shield = path ? await readFile(inside(path)).catch(() => null) : null;
    const mark = { skyline: skylineOf(site), second: paletteOf(site).second };
    const material: IconMaterial = { kind, shield, mark };
    const made = await runDecoder<Uint8Array | null>(PROGRAM, TIMEOUT, material);
    return made && Buffer.from(made);
  }

  return {
    make(site, kind) {
      const hash = iconHash(site);
      if (hash !== shown) kept.clear();
      shown = hash;
      const known = kept.get(kind);
      if (known) return known;
      const making = turn(() => produce(site, kind));
      kept.set(kind, making);
      const forget = () => void (kept.get(kind) === making && kept.delete(kind));
      making.then((made) => made ?? forget(), forget);
      return making;
    },
  };
}
