import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { optimize } from 'svgo';
import { defineConfig } from 'vite';
import type { CSSOptions, Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import dexie from 'dexie/package.json' with { type: 'json' };

/** Directory of the chunks that only staff need: residents' devices neither fetch nor cache it. */
const ADMIN = anyOf(
  /\bweb\/src\/(?:admin\/|fields\/|log-in\/|offline\/store\/admin-)/,
  /\/(?:values\/(?:links|one-time-codes)|uploaded\/upload-names)/,
  /@toast-ui|prosemirror|jsoneditor|react-image-crop|\/zod\/|^second-steps\./,
);
/**
 * Directory of what residents load with the form of tickets: a device keeps it once its person has opened the form.
 * Staff have the queue in it too.
 */
const TICKETS = anyOf(
  /\bweb\/src\/(?:tickets\/|public\/pages\/tickets\/|styles\/tickets|offline\/outbox\/)/,
  /\bweb\/src\/(?:components\/qr-code|browser\/reduced-picture)|\/contract\/tickets\//,
);
function anyOf(...all: RegExp[]): RegExp {
  return new RegExp(all.map(({ source }) => source).join('|'));
}
const folderOf = (files: string[]) => {
  if (files.some((file) => ADMIN.test(file))) return 'assets/admin/';
  return files.some((file) => TICKETS.test(file)) ? 'assets/tickets/' : 'assets/';
};

/** Style sheets that the server inlines into its documents; browsers never fetch these. */
const INLINE = ['core', 'home', 'lists', 'rows', 'article', 'turns', 'alerts', 'late', 'admin-shell'];
/** All of the public pages as one, which the application fetches. */
const ALL = 'all';

/**
 * Address of Dexie, which pages and the service worker share although they are built separately. Its name has the
 * version and no hash, because the worker's build has to know it.
 */
const DEXIE = `assets/dexie-${dexie.version}.js`;
const sharedDexie: Plugin = {
  name: 'shared-dexie',
  enforce: 'pre',
  resolveId: (id) => (id === 'dexie' ? { id: `/${DEXIE}`, external: 'absolute' } : null),
};

/** The rich-text editor's package also has a viewer, with a copy of the editor's own libraries, which nothing uses. */
const withoutViewer: Plugin = {
  name: 'without-viewer',
  enforce: 'pre',
  resolveId: (id) => (id === '@toast-ui/editor/dist/toastui-editor-viewer' ? VIEWER : null),
  load: (id) => (id === VIEWER ? 'export default null;' : null),
};
const VIEWER = '\0no-viewer';

/**
 * The editor's package carries a sanitizer of its own, of 2021. It gets the one with which texts are cleaned: what its
 * parser lets through has no known holes, and staff load 6 KB less.
 */
const oneSanitizer: Plugin = {
  name: 'one-sanitizer',
  transform: {
    filter: { id: /\/@toast-ui\/editor\/dist\/esm\/index\.js$/ },
    handler(code) {
      const shared = code.replace(/^\/\*! @license DOMPurify 2[^]*?^var purify = createDOMPurify\(\);$/m, '');
      if (shared === code) throw new Error('The editor has no sanitizer of its own anymore');
      return `import purify from 'dompurify';\n${shared}`;
    },
  },
};

/**
 * The router names its components by assignments and makes its contexts by calls that nothing declares to be free of
 * effects, which keeps all of it in the bundle, forms and prefetching too. It also brings what only routers with
 * loaders use, of which the portal has none, and advice for developers on the console. Without all this residents load
 * 5 KB less.
 */
const routerAsUsed: Plugin = {
  name: 'router-as-used',
  transform: {
    filter: { id: /\/node_modules\/react-router\// },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.(?:displayName|contextType) = .*;$/gm, '')
        .replaceAll('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
        .replaceAll(/^( +)(invariant|warning)\(/gm, '$1/* @__PURE__ */ $2(')
        .replaceAll(/= (React\d*\.(?:memo|forwardRef|createContext|createElement)\()/g, '= /* @__PURE__ */ $1'),
  },
};

/**
 * React's renderer has methods of refs to fragments and of animated transitions between views, which nothing here uses
 * and no bundler can know. Without them residents load 2 KB less.
 */
const reactAsUsed: Plugin = {
  name: 'react-as-used',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler: (code) =>
      code.replaceAll(/^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function[^]*?^\};$/gm, ''),
  },
};

/**
 * `react-dom/server` loads two renderers, and the server uses only the one that answers with a string: 300 KB of source
 * less in its memory.
 */
const oneRenderer: Plugin = {
  name: 'one-renderer',
  enforce: 'pre',
  resolveId: (id) => (id === 'react-dom/server' ? resolve(RENDERER) : null),
};
const RENDERER = 'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js';

/**
 * Code that every resident needs, in a few chunks that load in parallel instead of many that load in sequence, and that
 * compress better than many. The printed sheet is a chunk of its own, with its style, and so are the page that asks for
 * notifications and the map of the site: few people open them.
 */
const groups = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler)\// },
  {
    name: 'pages',
    test: new RegExp(
      [
        '/web/src/public/(?:pages/(?!cartelera|notifications|site-map|tickets/)|parts/|portal|view|routes)',
        '/web/src/components/(?!media/slider|qr-code)',
        '/web/src/browser/(?:missing-chunk|post-json|give-up|tab-lock|saves-data|request-sync)',
        // As chunks of their own, these few lines would cost twice their size.
        '/web/src/(?:page-and-worker/messages|offline/(?:session-end|jitter|reading/server-time))',
        '/contract/addresses/(?!calls|outbox-calls|ticket-calls)',
      ].join('|'),
    ),
  },
];

/**
 * The rich-text editor has its icons twice, for common and for fine screens. The second picture serves both, and is
 * packed without loss: staff load 59 KB less.
 */
const iconsOnce: NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number] = {
  postcssPlugin: 'icons-once',
  async Once(sheet) {
    const fine: { value: string }[] = [];
    sheet.walkDecls('background', (icons) => {
      if (!icons.value.startsWith(ICONS)) return;
      const around = icons.parent?.parent;
      if (around !== undefined && 'params' in around && FINE.test(around.params)) fine.push(icons);
      else icons.remove();
    });
    sheet.walkAtRules('media', (media) => {
      if (FINE.test(media.params) && media.nodes) media.replaceWith(media.nodes);
    });
    for (const icons of fine) icons.value = await packed(icons.value);
  },
};

/** Returns a background with its PNG as WebP with the same pixels. */
async function packed(background: string): Promise<string> {
  const [data = '', ...rest] = background.slice(ICONS.length).split(')');
  const webp = await sharp(Buffer.from(data, 'base64')).webp({ lossless: true, effort: 6 }).toBuffer();
  return [`url(data:image/webp;base64,${webp.toString('base64')}`, ...rest].join(')');
}

const ICONS = 'url(data:image/png;base64,';
const FINE = /min-resolution: 2dppx/;

/** The JSON editor has its icons as a drawing program saved them: staff load 2 KB less. */
const iconsAsDrawn: Plugin = {
  name: 'icons-as-drawn',
  generateBundle(_, bundle) {
    for (const one of Object.values(bundle))
      if (one.type === 'asset' && one.fileName.endsWith('.svg'))
        one.source = optimize(one.source.toString(), { multipass: true }).data;
  },
};

const WEB = 'dist/web';
/** Digits of the SHA-256 of a precached file, by which the worker tells that it has come whole and decoded. */
const DIGITS = 8;
const revisionOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(WEB, file)))
    .digest('hex')
    .slice(0, DIGITS);

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  css: { postcss: { plugins: [iconsOnce] } },
  // The editor's package asks for an older one.
  resolve: { dedupe: ['dompurify'] },
  plugins: [
    react(),
    withoutViewer,
    oneSanitizer,
    iconsAsDrawn,
    isSsrBuild && oneRenderer,
    routerAsUsed,
    reactAsUsed,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'web/src/sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        buildPlugins: { vite: [sharedDexie] },
        globPatterns: ['assets/*.{js,css}', 'assets/tickets/*.{js,css}', 'icons/*.svg'],
        globIgnores: [
          'assets/starter-*.js',
          'assets/before-alerts-*.js',
          // The browser keeps it by itself.
          'assets/tickets/sender-*.js',
          ...INLINE.map((name) => `assets/${name}-*.css`),
        ],
        maximumFileSizeToCacheInBytes: 1_000_000,
        manifestTransforms: [
          (files) => ({ manifest: files.map((file) => ({ ...file, revision: revisionOf(file.url) })) }),
        ],
      },
    }),
  ],
  // Of React and the router the server needs as little as browsers do, and no two of them may be of different kinds.
  ...(isSsrBuild && {
    ssr: {
      noExternal: ['react', 'react-dom', 'react-router', 'react-router-dom'],
      resolve: { conditions: ['module', 'production'] },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  worker: {
    format: 'es',
    plugins: () => [sharedDexie],
    rolldownOptions: { output: { entryFileNames: 'assets/tickets/[name]-[hash].js' } },
  },
  build: isSsrBuild
    ? { outDir: 'dist/server', rolldownOptions: { input: 'web/src/entry-server.tsx' } }
    : {
        outDir: WEB,
        manifest: true,
        target: 'es2022',
        // Everybody would load the list of the files of the form with the link to it, to save one trip of those who
        // open it.
        modulePreload: {
          resolveDependencies: (file: string, files: string[]) =>
            file.startsWith('assets/tickets/') ? files.filter((one) => one.endsWith('.css')) : files,
        },
        // The rich-text editor is a single large library that only staff load, once.
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          // The starter calls what the application exports.
          preserveEntrySignatures: 'exports-only',
          // Otherwise a script with one constant of the contract would import a chunk of the application.
          optimization: { inlineConst: true },
          input: [
            'web/src/main.tsx',
            'web/src/starter.ts',
            'web/src/before-alerts.ts',
            'web/src/turning.ts',
            'web/src/light.ts',
            'dexie',
            'web/src/admin/main.tsx',
            ...[...INLINE, ALL].map((name) => `web/src/styles/${name}.css`),
          ],
          output: {
            codeSplitting: { groups },
            entryFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.includes('/node_modules/dexie/')
                ? DEXIE
                : `${folderOf([facadeModuleId ?? ''])}[name]-[hash].js`,
            chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash].js`,
            assetFileNames: ({ originalFileNames, names }) =>
              `${folderOf([...originalFileNames, ...names])}[name]-[hash][extname]`,
          },
        },
      },
}));
