import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fileGroups } from './file-groups.ts';
import { constantModule } from './constant-module.ts';
import { pageFiles } from './page-files.ts';

export default defineConfig({
  plugins: [constantModule(/[\\/]api[\\/]call-table\.ts$/), react(), tailwindcss(), pageFiles()],
  resolve: {
    alias: [
      { find: /^temporal-polyfill$/, replacement: fileURLToPath(new URL('src/lib/temporal.ts', import.meta.url)) },
    ],
  },
  // mapbox-gl's worker shares modules that it loads on demand.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // A form takes its schema from a module of calls, and leaves the calls out.
      treeshake: { manualPureFunctions: ['endpoint'] },
      output: {
        codeSplitting: { groups: fileGroups },
      },
    },
  },
  // `npx vite` while working on the screens: the API is that of a running Rondo.
  server: { proxy: { '/api': { target: process.env['RONDO_API'] ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
});
