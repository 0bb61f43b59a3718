import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'oxlint';
import { above, features, platform, seesOptimizer } from './scripts/layers.ts';

// Imports run one way: contracts <- projections <- services, contracts <- web.
// A pattern matches our packages by name and by relative path; a look-ahead would silently never match.
const ours = (names: string[]) => `(^|/)(@rondo/|\\.\\./(.*/)?)(${names.join('|')})(/|$)`;
type Ban = { message: string; importNames?: string[] } & ({ regex: string } | { group: string[] });
const banning = (...patterns: Ban[]): { 'no-restricted-imports': ['error', { patterns: Ban[] }] } => ({
  'no-restricted-imports': ['error', { patterns }],
});
const forbid = (names: string[], message: string) => ({ regex: ours(names), message });

const upward = (names: string[], message: string) => ({ regex: `(^|/)(\\.\\./)+(${names.join('|')})(/|$)`, message });
const webLayers = 'imports run app -> features -> calendar and first-steps -> forms and undo -> ui -> lib.';
const appOnly = upward(
  ['app', 'features', 'calendar', 'first-steps', 'forms', 'undo'],
  `src/ui and src/lib know no screens: ${webLayers}`,
);
const sharedOnly = upward(['app', 'features'], `What screens share knows no screen: ${webLayers}`);
const formsOnly = upward(
  ['app', 'features', 'calendar', 'first-steps'],
  `What all forms share knows no screen and no calendar: ${webLayers}`,
);
const undoOnly = upward(
  ['app', 'features', 'calendar', 'first-steps', 'forms'],
  `Undo knows no screen, calendar or form: ${webLayers}`,
);
const ownForm: Ban = {
  regex: '^react-hook-form$',
  importNames: ['useForm'],
  message: 'Forms use src/forms/use-form.ts, which moves the focus at once or not at all.',
};
const featureOnly = upward(['app'], `A screen never imports the app around it: ${webLayers}`);

const webFeatures = path.join(import.meta.dirname, 'web/src/features');
const screens = existsSync(webFeatures) ? readdirSync(webFeatures) : [];
/** A screen never imports another screen. */
const apart = (screen: string) => ({
  regex: `(^|/)\\.\\./(.*/)?(${screens.filter((other) => other !== screen).join('|')})(/|$)`,
  message: 'A screen never imports another screen: what two screens share belongs in src/calendar, src/ui or src/lib.',
});
const webSees = forbid(
  ['projections', 'services', 'tools'],
  'web sees contracts alone: the server is reached through the typed client.',
);

const servicesSees = forbid(
  ['web', 'tools'],
  'services never imports the browser code, which is served as files, nor tools.',
);
const rooms = (names: readonly string[], message: string): Ban[] =>
  names.length === 0 ? [] : [{ regex: `(^|/)\\.\\./(.*/)?(${names.join('|')})/[^.]`, message }];
const allPlatform = platform.flat();
const allFeatures = Object.keys(features);

/** A platform room sees the rooms below it. */
const platformRules = platform.flatMap((names, row) =>
  names.map((name) => ({
    files: [`services/${name}/**`],
    rules: banning(
      servicesSees,
      ...rooms(
        [...above, ...allFeatures, 'optimizer'],
        'The platform knows no feature: pass what it needs as a value or a callback.',
      ),
      ...rooms(
        allPlatform.filter((other) => other !== name && platform.findIndex((at) => at.includes(other)) > row),
        'A platform room imports only rooms below it: scripts/layers.ts has their order.',
      ),
    ),
  })),
);

/** A feature sees the platform, and of the features that it uses their public face. */
const featureRules = Object.entries(features).map(([name, { uses }]) => ({
  files: [`services/${name}/**`],
  rules: banning(
    servicesSees,
    ...rooms(above, 'A feature never imports what wires it together.'),
    ...rooms(
      allFeatures.filter((other) => other !== name && !uses.includes(other)),
      'This feature does not use that one: move what both need down, or let scripts/layers.ts say so.',
    ),
    ...uses.map((other) => ({
      group: [
        `**/${other}/*`,
        `**/${other}/*/**`,
        '!@rondo/**',
        ...(features[other]?.face ?? []).map((module) => `!**/${other}/${module}`),
      ],
      message: `Another feature is imported through its public face alone: scripts/layers.ts lists it for ${other}.`,
    })),
    ...rooms(seesOptimizer.includes(name) ? [] : ['optimizer'], 'Only plans and slots see the optimizer.'),
  ),
}));

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
    ...featureRules,
    {
      files: ['services/optimizer/**'],
      rules: banning(
        servicesSees,
        ...rooms([...above, ...allFeatures, ...allPlatform], 'The optimizer is pure: it sees nothing of services.'),
      ),
    },
    {
      // Tests put rooms together as the composition does.
      files: ['services/**/*.test.ts', 'services/**/testing/**'],
      rules: banning(servicesSees),
    },
    {
      files: ['web/src/**'],
      rules: banning(webSees),
    },
    ...screens.map((screen) => ({
      files: [`web/src/features/${screen}/**`],
      rules: banning(webSees, featureOnly, ownForm, apart(screen)),
    })),
    {
      files: ['web/src/calendar/**', 'web/src/first-steps/**'],
      rules: banning(webSees, sharedOnly, ownForm),
    },
    {
      files: ['web/src/forms/**'],
      rules: banning(webSees, formsOnly),
    },
    {
      files: ['web/src/undo/**'],
      rules: banning(webSees, undoOnly),
    },
    {
      files: ['web/src/lib/**'],
      rules: banning(webSees, appOnly, {
        regex: '(^|/)(\\.\\./)+ui(/|$)',
        message: 'src/lib is below src/ui: it imports nothing of ours but contracts.',
      }),
    },
    {
      files: ['web/src/ui/**'],
      rules: banning(webSees, appOnly, {
        regex: '^(react-router-dom|@tanstack/react-query|react-hook-form)$',
        message: 'ui primitives know no router, query or form: pass values and callbacks.',
      }),
    },
    {
      files: ['scripts/**', 'tools/*/*.ts', 'services/cli/**', 'services/bench/**', 'services/chaos/chaos.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
});
