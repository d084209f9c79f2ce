import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** What a file imports, by paths from the root of the project. */
export interface Source {
  path: string;
  lines: number;
  imports: string[];
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** Reads the source files of a folder and of those in it. @param root of the project */
export function sourcesIn(root: string, folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const path = join(folder, name).replaceAll(sep, '/');
      const text = readFileSync(join(root, path), 'utf8');
      const imports = [...text.matchAll(IMPORT)].flatMap(([, from = '']) => pathOf(from, path));
      return { path, lines: text.split('\n').length - 1, imports };
    });
}

/** Returns the path of an imported file; none for a package. */
function pathOf(from: string, importer: string): string[] {
  if (from.endsWith('.css')) return [];
  if (from.startsWith('#contract/')) return [`api/contract/${from.slice('#contract/'.length)}.ts`];
  return from.startsWith('.') ? [normalize(join(dirname(importer), from)).replaceAll(sep, '/')] : [];
}
