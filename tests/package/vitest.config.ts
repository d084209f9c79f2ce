import { defineConfig } from 'vitest/config';

// npm run package:test: the package in a Debian with a running systemd and without network. It needs root, unshare and
// debootstrap, and takes some minutes, so it is not part of `npm test`.
export default defineConfig({
  test: {
    include: ['tests/package/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { concurrent: false },
  },
});
