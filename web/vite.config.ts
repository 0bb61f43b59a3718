import { fileURLToPath, pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pageFiles } from './page-files.ts';

// Groups modules into the files that pages share. Over HTTP/1.1 a browser fetches only six files at once, so one file loads faster than many small
// ones. On the other hand, each page also loads what it does not use of a shared file; `scripts/finish-web.ts` limits the total for each page.

const module = (text: string): string => text.replaceAll('/', '[\\\\/]');
const inPackages = (names: string): RegExp => new RegExp(module(`node_modules/(${names})/`));

/** What Headless UI needs for radio buttons, tabs and switches, which pages begin with. */
const firstParts =
  'components/(radio-group|label|description)|internal/hidden|hooks/use-(is-mounted|resolve-button-type)|utils/(focus-management|bugs)';

/**
 * Small modules that several pages begin with. Their file and the app's import each other, and theirs is evaluated first: at its top level, none of
 * these modules may call a function of the app's file. No page would open then. `scripts/finish-web.ts` rejects any other circle of files.
 */
const common = [
  'contracts/(api/(endpoint|texts|placeholders|problems)|calendar/|lessons/(timing|plain-details|rules))',
  'web/src/(lib|api)/(?!ways|stream|formats|session/forget)',
  'web/src/calendar/(days|moments/moment-text|figures|now|opening|queries)',
  'web/src/ui/(fields|lists|figures|overlays)?/?(badge|brand|button|cn|download-button|facts|figure|media|note|on-demand|page-head|panels|query-state|scroll-within|section|toast|toast-place|(select|menu)-face|(select|menu)-on-demand)\\.',
];

/** Libraries take along what they import; our modules do not, because that may be much. */
const fileGroups = [
  { name: 'react', test: inPackages('react|react-dom|scheduler') },
  // Only the history reads pages of a list, and takes what that needs along.
  {
    name: 'query',
    test: new RegExp(
      `${inPackages('@tanstack/(query-core|react-query)').source}(?!.*(infiniteQueryObserver|useInfiniteQuery)\\.)`,
    ),
  },
  { name: 'choices', test: new RegExp(module(`@headlessui/react/dist/(${firstParts})`)) },
  { name: 'dialogs', test: new RegExp(module('@headlessui/react/dist/components/(dialog|portal)')) },
  {
    name: 'common',
    test: new RegExp(module(common.join('|'))),
    minShareCount: 3,
    includeDependenciesRecursively: false,
  },
  { name: 'icons', test: inPackages('lucide-react'), minShareCount: 3, includeDependenciesRecursively: false },
];

/** Replaces a module by the values that it exports, so that what it computes them from reaches no page. */
const constantModule = (file: RegExp): Plugin => ({
  name: 'constant-module',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: file },
    handler: async (id) => {
      const values: unknown = await import(pathToFileURL(id).href);
      const code = Object.entries(Object(values)).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { code: code.join('\n'), moduleType: 'js' };
    },
  },
});

/** A file of react-router's production build. */
const production = (name: string): string =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${name}.mjs`, import.meta.url));

export default defineConfig({
  plugins: [constantModule(/[\\/]api[\\/]call-table\.ts$/), react(), tailwindcss(), pageFiles()],
  resolve: {
    alias: [
      { find: /^temporal-polyfill$/, replacement: fileURLToPath(new URL('src/lib/temporal.ts', import.meta.url)) },
      // Its package names only the development build, which has warnings for developers.
      { find: /^react-router$/, replacement: production('index') },
      { find: /^react-router\/dom$/, replacement: production('dom-export') },
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
      // A family's page and the question form are entries of their own.
      input: ['index.html', 'family.html', 'ask.html'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
      // A form takes its schema from a module of calls, and leaves the calls out.
      treeshake: { manualPureFunctions: ['endpoint'] },
      output: {
        // A page names many files, and hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: fileGroups },
      },
    },
  },
  // `npx vite` while working on the screens: the API is that of a running Rondo.
  server: { proxy: { '/api': { target: process.env['RONDO_API'] ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
});
