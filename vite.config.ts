import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Chunks that only staff need lie in a folder of their own: no resident's device fetches or keeps them. */
const ADMIN = /\/web\/src\/(admin|fields)\/|\/web\/src\/offline\/outbox\/|@toast-ui|jsoneditor|\/zod\//;

/** Sheets that the server puts into its documents. */
const INLINE = ['core', 'home', 'lists', 'article', 'late', 'admin-shell'];

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
      injectManifest: { globPatterns: ['assets/*.{js,css}', 'icons/*.svg'], globIgnores: ['assets/admin/**', ...INLINE.map((name) => `assets/${name}-*.css`)], maximumFileSizeToCacheInBytes: 1_000_000 },
    }),
  ],
  build: isSsrBuild
    ? { outDir: 'dist/server', rollupOptions: { input: 'web/src/entry-server.tsx' } }
    : {
        outDir: 'dist/web',
        manifest: true,
        target: 'es2022',
        rollupOptions: {
          input: ['web/src/main.tsx', 'web/src/admin/main.tsx', ...INLINE.map((name) => `web/src/styles/${name}.css`)],
          output: {
            chunkFileNames: ({ moduleIds }) => (moduleIds.some((id) => ADMIN.test(id)) ? 'assets/admin/[name]-[hash].js' : 'assets/[name]-[hash].js'),
            assetFileNames: ({ originalFileNames }) => (originalFileNames.some((name) => ADMIN.test(`/${name}`)) ? 'assets/admin/[name]-[hash][extname]' : 'assets/[name]-[hash][extname]'),
            entryFileNames: ({ facadeModuleId }) => (ADMIN.test(facadeModuleId ?? '') ? 'assets/admin/[name]-[hash].js' : 'assets/[name]-[hash].js'),
          },
        },
      },
}));
