import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Files live under /dashboard/, which no page of the application uses, so that the gateway can tell them apart. */
export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  plugins: [react()],
  resolve: { alias: { '@lapse/client': here('../packages/client/src/index.ts') } },
  build: {
    outDir: here('../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline scripts, and images only from here.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    // Before compression; what matters is checked compressed by a test.
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/auth', '/docs', '/redoc', '/openapi.json'].map((path) => [path, 'http://127.0.0.1:8000']),
    ),
  },
});
