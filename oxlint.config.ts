import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'oxlint';
import { app, domain, platform, screenUses, seesOptimizer } from './scripts/layers.ts';

// Imports run one way: contracts <- projections <- services, contracts <- web.
// A pattern matches our packages by name and by relative path; a look-ahead would silently never match.
const ours = (names: string[]) => `(^|/)(@rondo/|\\.\\./(.*/)?)(${names.join('|')})(/|$)`;
type Ban = { message: string; importNames?: string[] } & ({ regex: string } | { group: string[] });
const banning = (...patterns: Ban[]): { 'no-restricted-imports': ['error', { patterns: Ban[] }] } => ({
  'no-restricted-imports': ['error', { patterns }],
});
const forbid = (names: string[], message: string) => ({ regex: ours(names), message });

const upward = (names: string[], message: string) => ({ regex: `(^|/)(\\.\\./)+(${names.join('|')})(/|$)`, message });
const webLayers = 'imports run app -> features -> calendar -> forms, map and api/commands -> ui -> api -> lib.';
/** The folders of web/src from the top; each sees those of later rows. */
const webRows = [['app'], ['features'], ['calendar'], ['forms', 'map'], ['ui'], ['api'], ['lib']];
const above = (folder: string, except: string[] = []): Ban =>
  upward(
    webRows
      .slice(0, webRows.findIndex((row) => row.includes(folder)) + 1)
      .flat()
      .filter((other) => other !== folder && !except.includes(other)),
    `src/${folder} knows nothing above it: ${webLayers}`,
  );
const ownForm: Ban = {
  regex: '^react-hook-form$',
  importNames: ['useForm'],
  message: 'Forms use src/forms/use-form.ts, which moves the focus at once or not at all.',
};

const webFeatures = path.join(import.meta.dirname, 'web/src/features');
const screens = existsSync(webFeatures) ? readdirSync(webFeatures) : [];
/** A screen imports no other screen, except one whose parts its page has. */
const apart = (screen: string) => ({
  regex: `(^|/)\\.\\./(.*/)?(${screens.filter((other) => other !== screen && !(screenUses[screen] ?? []).includes(other)).join('|')})(/|$)`,
  message: 'A screen never imports another screen: what two screens share belongs in src/calendar, src/ui or src/lib.',
});
const webSees = forbid(
  ['projections', 'services', 'tools'],
  'web sees contracts alone: the server is reached through the typed client.',
);

const servicesSees = forbid(
  ['web', 'tools'],
  'services never imports the browser code, which is served as files, nor what measures and breaks it.',
);
/** A room of a list, by a path that names the list or, from a room beside it, the room alone. */
const rooms = (list: string, names: readonly string[], message: string): Ban[] =>
  names.length === 0 ? [] : [{ regex: `(^|/)\\.\\./(.*/)?(${list}/)?(${names.join('|')})/[^.]`, message }];
const outside = (names: readonly string[], message: string): Ban[] => [
  { regex: `(^|/)\\.\\./(.*/)?(${names.join('|')})/[^.]`, message },
];
const allDomain = domain.flatMap((row) => Object.keys(row));
const wiring = [...app, 'testing'];

/** A platform room sees the rooms of the rows before its own. */
const platformRules = platform.flatMap((names, row) =>
  names.map((name) => ({
    files: [`services/platform/${name}/**`],
    rules: banning(
      servicesSees,
      ...outside(['domain', 'optimizer', ...wiring], 'The platform knows no feature: pass what it needs as a value.'),
      ...rooms(
        'platform',
        platform
          .slice(row)
          .flat()
          .filter((other) => other !== name),
        'A platform room imports only rooms of earlier rows: scripts/layers.ts has them.',
      ),
    ),
  })),
);

/** What of the optimizer a room may not import. */
const optimizerFor = (parts: 'all' | readonly string[]): Ban[] =>
  parts === 'all'
    ? []
    : [
        {
          group: ['**/optimizer/*', '**/optimizer/*/**', ...parts.map((part) => `!**/optimizer/${part}`)],
          message: 'Only planning sees the optimizer, and the repair of a day its search: scripts/layers.ts.',
        },
      ];

/** A domain room sees the platform, and of the domain the rooms of earlier rows, through their exports where these are listed. */
const domainRules = domain.flatMap((row, at) =>
  Object.keys(row).map((name) => ({
    files: [`services/domain/${name}/**`],
    rules: banning(
      servicesSees,
      ...outside(wiring, 'A domain room never imports what wires it together.'),
      ...rooms(
        'domain',
        allDomain.filter((other) => other !== name && domain.findIndex((earlier) => other in earlier) >= at),
        'A domain room imports only rooms of earlier rows: move what both need down. scripts/layers.ts has the rows.',
      ),
      ...domain.slice(0, at).flatMap((earlier) =>
        Object.entries(earlier).flatMap(([other, { exports }]) =>
          exports === undefined
            ? []
            : [
                {
                  group: [
                    `**/${other}/*`,
                    `**/${other}/*/**`,
                    '!@rondo/**',
                    ...exports.map((module) => `!**/${other}/${module}`),
                  ],
                  message: `Another room is imported through its exports alone: scripts/layers.ts lists those of ${other}.`,
                },
              ],
        ),
      ),
      ...optimizerFor(seesOptimizer[name] ?? []),
    ),
  })),
);

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { node: true, browser: true, es2024: true },
  ignorePatterns: ['web/dist', 'node_modules', 'coverage'],
  rules: {
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/no-explicit-any': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'no-console': 'error',
    'typescript/consistent-return': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/no-confusing-array-with': 'off',
    'oxc/no-map-spread': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/style-prop-object': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/no-array-sort': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-module-specifiers': 'off',
    // It is about windows; threads have no origin.
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/warn-todo': 'off',
    'vitest/no-conditional-tests': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // given(...).when(...).then(...) asserts.
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'given', 'eventStoreContract', 'snapshotContract', 'rowStorageContract'] },
    ],
    // Express 5 passes a rejected handler on by itself.
    'oxc/no-async-endpoint-handlers': 'off',
    'oxc/no-accumulating-spread': 'off',
  },
  overrides: [
    {
      files: ['contracts/**'],
      rules: banning(
        forbid(
          ['projections', 'services', 'web', 'tools'],
          'contracts is the shared language: it imports no other package of ours.',
        ),
        {
          regex: '^(node:|pg$|express$|kysely$)',
          message: 'contracts does no I/O: keep it to zod and calendar arithmetic.',
        },
      ),
    },
    {
      files: ['contracts/**/*.test.ts'],
      rules: banning(
        forbid(
          ['projections', 'services', 'web', 'tools'],
          'contracts is the shared language: it imports no other package of ours.',
        ),
      ),
    },
    {
      files: ['projections/**'],
      rules: banning(
        forbid(
          ['services', 'web', 'tools'],
          'projections is the read side: it knows contracts alone and never issues a command.',
        ),
      ),
    },
    {
      files: ['services/**'],
      rules: banning(servicesSees),
    },
    ...platformRules,
    ...domainRules,
    {
      files: ['services/optimizer/**'],
      rules: banning(
        servicesSees,
        ...outside(['domain', 'platform', ...wiring], 'The optimizer is pure: it sees nothing of services.'),
      ),
    },
    {
      // Tests put rooms together as the composition does.
      files: ['services/**/*.test.ts', 'services/**/testing/**'],
      rules: banning(forbid(['web'], 'services never imports the browser code, which is served as files.')),
    },
    {
      files: ['web/src/**'],
      rules: banning(webSees),
    },
    ...screens.map((screen) => ({
      files: [`web/src/features/${screen}/**`],
      rules: banning(
        webSees,
        upward(['app'], `A screen never imports the app around it: ${webLayers}`),
        ownForm,
        apart(screen),
      ),
    })),
    { files: ['web/src/calendar/**'], rules: banning(webSees, above('calendar'), ownForm) },
    { files: ['web/src/forms/**'], rules: banning(webSees, above('forms', ['map'])) },
    { files: ['web/src/map/**'], rules: banning(webSees, above('map')) },
    { files: ['web/src/api/**'], rules: banning(webSees, above('api')) },
    // Undo says what it did in a toast.
    { files: ['web/src/api/commands/**'], rules: banning(webSees, above('api', ['ui'])) },
    { files: ['web/src/lib/**'], rules: banning(webSees, above('lib')) },
    {
      files: ['web/src/ui/**'],
      rules: banning(webSees, above('ui'), {
        regex: '^(react-router-dom|@tanstack/react-query|react-hook-form)$',
        message: 'ui primitives know no router, query or form: pass values and callbacks.',
      }),
    },
    {
      files: ['scripts/**', 'services/cli/**', 'tools/bench/**', 'tools/chaos/chaos.ts', 'tools/{net,house}/*.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
});
