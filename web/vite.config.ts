import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContracts } from './lean-contracts.ts';
import { pageFiles } from './page-files.ts';

export default defineConfig({
  plugins: [leanContracts(), react(), tailwindcss(), pageFiles()],
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
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/]/ },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/]/ },
            {
              name: 'headless',
              test: /@headlessui[\\/]react[\\/]dist[\\/](components[\\/](radio-group|label|description)|internal[\\/]hidden|hooks[\\/]use-(is-mounted|resolve-button-type)|utils[\\/](focus-management|bugs))/,
            },
            {
              name: 'dialog-parts',
              test: /@headlessui[\\/]react[\\/]dist[\\/]components[\\/](dialog|portal)/,
            },
            // What several screens share, however small: a browser fetches six files at once, so many small files take longer than one.
            {
              name: 'common',
              test: /contracts[\\/](.*\?plain$|calendar[\\/])|web[\\/]src[\\/](lib|undo|calendar[\\/](days|moments|queries)|ui[\\/](button|panels|cn|figure|page-head|query-state|note|brand|toast|badge|media|facts|field|section|on-demand|(select|menu)-(face|on-demand)|confirm-on-demand|download-button|scroll-within|money-figure)\.)/,
              minShareCount: 4,
              includeDependenciesRecursively: false,
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  // `npx vite` while working on the screens: the API is that of a running Rondo.
  server: { proxy: { '/api': { target: process.env['RONDO_API'] ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
});
