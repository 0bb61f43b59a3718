import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Plants forbidden imports in a copy of the repository and checks that the linter finds each one.
const root = path.resolve(import.meta.dirname, '..');
let house: string;

const violations: Record<string, string> = {
  'contracts/calendar/a.ts': "import '@rondo/services/main.ts';",
  'contracts/calendar/b.ts': "import type { X } from '../../projections/runner/source.ts';",
  'contracts/calendar/c.ts': "import { readFile } from 'node:fs/promises';",
  'contracts/calendar/d.ts': "import pg from 'pg';",
  'projections/lessons/a.ts': "import '@rondo/services/composition/config.ts';",
  'projections/lessons/b.ts': "export { x } from '../../services/config.ts';",
  'projections/lessons/c.ts': "import type { X } from './../../web/src/lib/client.ts';",
  'contracts/calendar/e.ts': "import '@rondo/tools/net/quick.ts';",
  'projections/lessons/d.ts': "import { x } from '../../tools/net/quick.ts';",
  'services/roster/d.ts': "import type { X } from '@rondo/tools/house/sources.ts';",
  'services/roster/a.ts': "import '@rondo/web/src/lib/client.ts';",
  'services/http/a.ts': "import { x } from '../lessons/lessons.ts';",
  'services/http/b.ts': "import type { X } from '../composition/config.ts';",
  'services/event-store/a.ts': "import { x } from '../command-handling/ids.ts';",
  'services/event-store/postgres/b.ts': "import type { X } from '../../http/route.ts';",
  'services/maps/a.ts': "export { x } from '../optimizer/solve.ts';",
  'services/roster/c.ts': "import type { X } from '../lessons/lessons.ts';",
  'services/lessons/a.ts': "import { x } from '../schedule/saved-schedule.ts';",
  'services/lessons/b.ts': "import type { X } from '../plans/gather.ts';",
  'services/lessons/c.ts': "const x = await import('../composition/rondo.ts');",
  'services/lessons/d.ts': "import { x } from '../optimizer/solve.ts';",
  'services/slots/a.ts': "import type { X } from './../lessons/lesson-commands.ts';",
  'services/optimizer/exact/a.ts': "import { x } from '../../schedule/state.ts';",
  'services/optimizer/b.ts': "import type { X } from '../errors/errors.ts';",
  'services/roster/b.ts': "const x = await import('../../web/src/lib/client.ts');",
  'web/src/features/planner/a.ts': "import '@rondo/services/composition/config.ts';",
  'web/src/features/planner/b.ts': "import type { X } from '../../../../projections/runner/source.ts';",
  'web/src/features/planner/c.ts': "import { x } from '../schedule/week.ts';",
  'web/src/features/planner/review/d.ts': "import type { X } from '../../schedule/week.ts';",
  'web/src/features/schedule/e.ts': "export { x } from '../../features/planner/queries.ts';",
  'web/src/features/schedule/f.ts': "import { x } from '../../app/router.tsx';",
  'web/src/features/schedule/g.ts': "import { useForm } from 'react-hook-form';",
  'web/src/calendar/c.ts': "import { useForm } from 'react-hook-form';",
  'web/src/calendar/a.ts': "import { x } from '../features/schedule/week.ts';",
  'web/src/calendar/days/b.ts': "import { x } from '../../app/router.tsx';",
  'web/src/forms/a.ts': "import { x } from '../calendar/figures.ts';",
  'web/src/forms/b.ts': "import type { X } from '../features/students/queries.ts';",
  'web/src/undo/a.ts': "import { x } from '../calendar/figures.ts';",
  'web/src/undo/b.ts': "import { x } from '../forms/fields.tsx';",
  'web/src/ui/g.ts': "import { x } from '../undo/undo.ts';",
  'web/src/ui/f.ts': "import { x } from '../forms/fields.tsx';",
  'web/src/first-steps/a.ts': "import { x } from '../features/planner/queries.ts';",
  'web/src/ui/a.ts': "import { Link } from 'react-router-dom';",
  'web/src/ui/b.ts': "import { x } from '../features/schedule/week.ts';",
  'web/src/ui/c.ts': "import { useQuery } from '@tanstack/react-query';",
  'web/src/ui/e.ts': "import { x } from '../calendar/figures.ts';",
  'web/src/ui/d.ts': "import '@rondo/projections/runner/source.ts';",
  'web/src/lib/a.ts': "import { x } from '../ui/button.tsx';",
  'web/src/lib/c.ts': "import '@rondo/tools/net/quick.ts';",
  'web/src/lib/b.ts': "import { x } from '../app/router.tsx';",
};

const allowed: Record<string, string> = {
  'contracts/calendar/ok.ts': "import { z } from 'zod';",
  'projections/lessons/ok.ts': "import { x } from '@rondo/contracts/calendar/dates.ts';",
  'services/lessons/ok.ts':
    "import { x } from '../schedule/state.ts';\nimport { y } from './lessons.ts';\nimport { z } from '../http/route.ts';",
  'services/plans/ok.ts':
    "import { x } from '../optimizer/worker.ts';\nimport { y } from '../lessons/student-times.ts';\nimport { z } from '@rondo/projections/lessons/queries.ts';",
  'services/plans/ok.test.ts': "import { x } from '../schedule/saved-schedule.ts';",
  'services/composition/ok.ts': "import { x } from '../lessons/lesson-commands.ts';",
  'services/optimizer/exact/ok.ts': "import { x } from '../week.ts';",
  'services/roster/ok.ts': "import { x } from '@rondo/projections/runner/source.ts';",
  'web/src/features/schedule/ok.ts': "import { x } from '../../ui/button.tsx';",
  'web/src/features/planner/ok.ts': "import { useWatch } from 'react-hook-form';",
  'web/src/features/planner/review/ok.ts': "import { x } from '../../../calendar/days/day.ts';",
  'web/src/calendar/ok.ts': "import { x } from '../ui/button.tsx';",
  'web/src/first-steps/ok.ts': "import { x } from '../undo/undo.ts';",
  'web/src/ui/ok.ts': "import { x } from '../lib/client.ts';",
};

const lint = async (): Promise<string[]> => {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--no-ignore', '--format', 'json', '.'], {
    cwd: house,
  }).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  const report: { diagnostics: { code: string; filename: string }[] } = JSON.parse(stdout);
  return report.diagnostics
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ filename }) => filename);
};

beforeAll(async () => {
  house = await mkdtemp(path.join(root, 'import-rules-'));
  for (const file of ['oxlint.config.ts', 'scripts/layers.ts']) await cp(path.join(root, file), path.join(house, file));
  for (const [file, text] of Object.entries({ ...violations, ...allowed })) {
    await mkdir(path.dirname(path.join(house, file)), { recursive: true });
    await writeFile(path.join(house, file), `${text}\n`);
  }
});
afterAll(() => rm(house, { recursive: true, force: true }));

test('every forbidden import is found and every allowed one passes', async () => {
  expect((await lint()).toSorted()).toEqual(Object.keys(violations).toSorted());
});
