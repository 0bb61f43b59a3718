import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // The setting must be made before any chunk declares a schema: it is in one chunk with zod's core, which all of them import.
        codeSplitting: { groups: [{ name: 'zod-core', test: /zod[\\/]v4[\\/]core[\\/]core\.js|zod-without-eval/ }] },
      },
    },
  },
  // `npx vite` while working on the screens: the API is that of a running Rondo.
  server: { proxy: { '/api': { target: process.env['RONDO_API'] ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
});
