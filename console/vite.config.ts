import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const page = (name: string) => `${import.meta.dirname}/${name}`;

/** The API serves `dist/console` under /console, and `docs.html` of it as /docs. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  resolve: { conditions: ['gateway-source', 'module', 'browser', 'import', 'default'] },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    // The Content-Security-Policy allows files of our own only: neither data: URLs nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: [page('index.html'), page('docs.html')] },
  },
  // `vite` beside a running gateway: the pages reload, the data is real.
  server: { proxy: { '^/(healthz|readyz|openapi.json|v1)': 'http://127.0.0.1:8080' } },
  // The limit says that a test hangs, not that the machine has something beside it.
  test: { name: 'console', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
});
