interface Found {
  path: string;
  /** Name and version, as the program prints them. */
  version: string;
}
export function findChromium(): Found | undefined;
export function findNotifying(): Found | undefined;
