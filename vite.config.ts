import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Directory of the chunks that only staff need: residents' devices neither fetch nor cache it. */
const ADMIN =
  /(?:^|\/)web\/src\/(?:admin|fields)\/|\/web\/src\/offline\/(?:outbox\/|store\/admin-)|@toast-ui|jsoneditor|\/zod\//;
const folderOf = (files: string[]) => (files.some((file) => ADMIN.test(file)) ? 'assets/admin/' : 'assets/');

/** Style sheets that the server inlines into its documents; browsers never fetch them. */
const INLINE = ['core', 'home', 'lists', 'rows', 'article', 'late', 'admin-shell'];

/** Code that every resident needs, in a few chunks that load in parallel instead of many that load in sequence. */
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
        // The rich-text editor is a single large library that only staff load, once.
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
