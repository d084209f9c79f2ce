import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ownFolder } from './portal.ts';

/** A disk for a portal that can be made full or read-only while it runs. */
interface SmallDisk {
  folder: string;
  /** Whether it is a file system of its own, which is full for everybody. */
  isReal: boolean;
  /** Fills the disk to the last byte. */
  fill(): void;
  free(): void;
  /** Must be called only while no file on the disk is open. */
  setWritable(writable: boolean): void;
}

/**
 * Mounts a file system of 24 MiB in memory, where this is allowed (as root). Elsewhere it makes a folder, and `fill`
 * forbids the portal's process to write files beyond their first byte, which SQLite takes for a failing disk instead of
 * a full one.
 * @param pid returns the process id of the portal, when the disk is to be filled
 */
export function openSmallDisk(pid: () => number | undefined): SmallDisk {
  const folder = join(ownFolder(), 'disco');
  mkdirSync(folder);
  return mount(folder) ? mounted(folder) : limited(folder, pid);
}

function mount(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).status !== 0) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return true;
}

function mounted(folder: string): SmallDisk {
  const filler = join(folder, 'relleno');
  return {
    folder,
    isReal: true,
    fill() {
      for (const size of [1024 * 1024, 4096, 512]) {
        for (;;) {
          try {
            writeFileSync(filler, Buffer.alloc(size, 1), { flag: 'a' });
          } catch {
            break;
          }
        }
      }
    },
    free: () => rmSync(filler),
    setWritable: (writable) => void spawnSync('mount', ['-o', `remount,${writable ? 'rw' : 'ro'}`, folder]),
  };
}

function limited(folder: string, pid: () => number | undefined): SmallDisk {
  const limit = (bytes: string) => void spawnSync('prlimit', ['--pid', String(pid()), `--fsize=${bytes}:`]);
  return {
    folder,
    isReal: false,
    fill: () => limit('1'),
    free: () => limit('unlimited'),
    setWritable: (writable) => {
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), writable ? 0o700 : 0o500);
      chmodSync(folder, writable ? 0o700 : 0o500);
    },
  };
}
