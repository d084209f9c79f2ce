import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** What only staff need lies in a folder of its own: no resident's device fetches or keeps it. */
const ADMIN =
  /(?:^|\/)web\/src\/(?:admin|fields)\/|\/web\/src\/offline\/(?:outbox\/|store\/admin-)|@toast-ui|jsoneditor|\/zod\//;
const folderOf = (files: string[]) => (files.some((file) => ADMIN.test(file)) ? 'assets/admin/' : 'assets/');

/** Sheets that the server puts into its documents; nobody fetches them. */
const INLINE = ['core', 'home', 'lists', 'rows', 'article', 'late', 'admin-shell'];

/** What every resident needs, in a few chunks that arrive side by side instead of many that wait for each other. */
const groups = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler)\// },
  { name: 'dexie', test: /\/node_modules\/dexie\/|\/web\/src\/browser\/with-timeout\./ },
  { name: 'pages', test: /\/web\/src\/(?:public\/(?:pages|parts)\/|components\/(?!slider|picker))/ },
];

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'web/src/sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['assets/*.{js,css}', 'icons/*.svg'],
        globIgnores: INLINE.map((name) => `assets/${name}-*.css`),
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
  ],
  build: isSsrBuild
    ? { outDir: 'dist/server', rolldownOptions: { input: 'web/src/entry-server.tsx' } }
    : {
        outDir: 'dist/web',
        manifest: true,
        target: 'es2022',
        // The rich-text editor is one big library; only staff load it, once.
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          input: ['web/src/main.tsx', 'web/src/admin/main.tsx', ...INLINE.map((name) => `web/src/styles/${name}.css`)],
          output: {
            codeSplitting: { groups },
            entryFileNames: ({ facadeModuleId }) => `${folderOf([facadeModuleId ?? ''])}[name]-[hash].js`,
            chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash].js`,
            assetFileNames: ({ originalFileNames }) => `${folderOf(originalFileNames)}[name]-[hash][extname]`,
          },
        },
      },
}));
