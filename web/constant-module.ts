import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Replaces a module by the values that it exports, so that what it computes them from reaches no page. */
export const constantModule = (file: RegExp): Plugin => ({
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
