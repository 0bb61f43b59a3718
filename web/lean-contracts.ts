import type { Plugin } from 'vite';
import { contractSplitter } from './split-contract.ts';

const schemaParts = 'params|query|body|response';

/** The schemas of calls that a module of the browser asks for, such as `login.body`: they are not there. */
export const missingSchemas = (code: string): string[] =>
  [...code.matchAll(/import (?!type)\{([^}]*)\} from ["'][^"']*contracts\/api\/[^"']*["']/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((one) => one.trim().split(' as ').at(-1) ?? '')
    .filter((name) => /^[\w$]+$/.test(name))
    .flatMap((name) => code.match(new RegExp(`(?<![\\w.]|typeof )${name}\\.(${schemaParts})\\b`, 'g')) ?? []);

/** Keeps zod and the schemas of the API out of what has no form. */
export const leanContracts = (): Plugin => {
  const split = contractSplitter();
  return {
    name: 'lean-contracts',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /[\\/]contracts[\\/].*\.ts(\?plain)?$/ },
      handler: async (id) => {
        const [file = '', query] = id.split('?');
        const { modules } = await split(file);
        if (!modules) return null;
        return {
          code: query === 'plain' ? modules.plain : modules.schemas,
          moduleType: 'js',
          moduleSideEffects: false,
        };
      },
    },
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?$/ },
      handler(code) {
        const missing = missingSchemas(code);
        if (missing.length > 0)
          this.error(`The browser has no schemas of calls: export what ${missing.join(', ')} is by its own name.`);
        return null;
      },
    },
  };
};
