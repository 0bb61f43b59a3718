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
  'contracts/calendar/e.ts': "import '@rondo/tools/net/quick.ts';",
  'projections/lessons/a.ts': "import '@rondo/services/app/config/config.ts';",
  'projections/lessons/b.ts': "export { x } from '../../services/config.ts';",
  'projections/lessons/c.ts': "import type { X } from './../../web/src/api/client.ts';",
  'projections/lessons/d.ts': "import { x } from '../../tools/net/quick.ts';",
  'services/domain/people/a.ts': "import '@rondo/web/src/api/client.ts';",
  'services/domain/people/b.ts': "const x = await import('../../../web/src/api/client.ts');",
  'services/domain/people/c.ts': "import type { X } from '../lessons/lesson-commands.ts';",
  'services/domain/people/d.ts': "import { x } from '../schedule/schedules.ts';",
  'services/domain/people/e.ts': "import { x } from '@rondo/tools/bench/measure.ts';",
  'services/platform/http/a.ts': "import { x } from '../../domain/lessons/lesson-commands.ts';",
  'services/platform/http/b.ts': "import type { X } from '../../app/config/config.ts';",
  'services/platform/http/bodies/c.ts': "import { x } from '../../maps/drive-time.ts';",
  'services/platform/log/a.ts': "import { x } from '../commands/ids.ts';",
  'services/platform/log/postgres/b.ts': "import type { X } from '../../http/route.ts';",
  'services/platform/maps/a.ts': "export { x } from '../../optimizer/solve.ts';",
  'services/domain/schedule/a.ts': "import { x } from '../people/roster.ts';",
  'services/domain/schedule/edit/b.ts': "import { x } from '../../billing/due/match.ts';",
  'services/domain/lessons/a.ts': "import { x } from '../people/changes.ts';",
  'services/domain/lessons/b.ts': "import type { X } from '../planning/gather.ts';",
  'services/domain/lessons/c.ts': "const x = await import('../../app/rondo.ts');",
  'services/domain/lessons/d.ts': "import { x } from '../../optimizer/solve.ts';",
  'services/domain/lessons/slots/e.ts': "import type { X } from '../../accounts/passwords/passwords.ts';",
  'services/optimizer/exact/a.ts': "import { x } from '../../domain/schedule/state.ts';",
  'services/optimizer/b.ts': "import type { X } from '../platform/kit/errors.ts';",
  'web/src/features/planner/a.ts': "import '@rondo/services/app/config/config.ts';",
  'web/src/features/planner/b.ts': "import type { X } from '../../../../projections/runner/source.ts';",
  'web/src/features/planner/c.ts': "import { x } from '../schedule/week.ts';",
  'web/src/features/planner/review/d.ts': "import type { X } from '../../schedule/week.ts';",
  'web/src/features/teachers/d.ts': "import type { X } from '../invoices/queries.ts';",
  'web/src/features/schedule/e.ts': "export { x } from '../../features/planner/queries.ts';",
  'web/src/features/schedule/f.ts': "import { x } from '../../app/router.tsx';",
  'web/src/features/schedule/g.ts': "import { useForm } from 'react-hook-form';",
  'web/src/calendar/a.ts': "import { x } from '../features/schedule/week.ts';",
  'web/src/calendar/days/b.ts': "import { x } from '../../app/router.tsx';",
  'web/src/calendar/c.ts': "import { useForm } from 'react-hook-form';",
  'web/src/forms/a.ts': "import { x } from '../calendar/figures.ts';",
  'web/src/forms/b.ts': "import type { X } from '../features/students/queries.ts';",
  'web/src/map/a.ts': "import { x } from '../calendar/figures.ts';",
  'web/src/api/commands/a.ts': "import { x } from '../../calendar/figures.ts';",
  'web/src/api/commands/b.ts': "import { x } from '../../forms/fields.tsx';",
  'web/src/api/a.ts': "import { x } from '../ui/button.tsx';",
  'web/src/ui/a.ts': "import { Link } from 'react-router-dom';",
  'web/src/ui/b.ts': "import { x } from '../features/schedule/week.ts';",
  'web/src/ui/c.ts': "import { useQuery } from '@tanstack/react-query';",
  'web/src/ui/d.ts': "import '@rondo/projections/runner/source.ts';",
  'web/src/ui/e.ts': "import { x } from '../calendar/figures.ts';",
  'web/src/ui/f.ts': "import { x } from '../forms/fields.tsx';",
  'web/src/ui/overlays/g.ts': "import { x } from '../../map/model.ts';",
  'web/src/lib/c.ts': "import '@rondo/tools/net/quick.ts';",
  'web/src/lib/a.ts': "import { x } from '../ui/button.tsx';",
  'web/src/lib/b.ts': "import { x } from '../api/client.ts';",
};

const allowed: Record<string, string> = {
  'contracts/calendar/ok.ts': "import { z } from 'zod';",
  'projections/lessons/ok.ts': "import { x } from '@rondo/contracts/calendar/dates.ts';",
  'services/domain/lessons/ok.ts':
    "import { x } from '../schedule/edit/entries.ts';\nimport { y } from './lesson-commands.ts';\nimport { z } from '../../platform/http/route.ts';\nimport { r } from '../people/roster.ts';",
  'services/domain/lessons/slots/ok.ts': "import { x } from '../lesson-commands.ts';",
  'services/domain/planning/ok.ts':
    "import { x } from '../../optimizer/threads/worker.ts';\nimport { z } from '@rondo/projections/lessons/queries.ts';",
  'services/domain/people/ok.test.ts': "import { x } from '../schedule/schedules.ts';",
  'services/domain/people/ok.ts': "import { x } from '@rondo/projections/runner/source.ts';",
  'services/platform/http/callers/ok.ts': "import { x } from '../../commands/ids.ts';",
  'services/app/ok.ts': "import { x } from '../domain/lessons/lesson-commands.ts';",
  'services/cli/ok.ts': "import { x } from '../app/config/config.ts';",
  'services/optimizer/exact/ok.ts': "import { x } from '../week/week.ts';",
  'tools/bench/ok.ts': "import { x } from '@rondo/services/app/rondo.ts';",
  'web/src/features/schedule/ok.ts': "import { x } from '../../ui/button.tsx';",
  'web/src/features/planner/ok.ts': "import { useWatch } from 'react-hook-form';",
  'web/src/features/planner/review/ok.ts': "import { x } from '../../../calendar/days/day.ts';",
  'web/src/features/invoices/ok.ts': "import { x } from '../students/queries.ts';",
  'web/src/features/students/ok.ts': "import { x } from '../invoices/queries.ts';",
  'web/src/calendar/ok.ts': "import { x } from '../ui/button.tsx';",
  'web/src/calendar/first-steps/ok.ts': "import { x } from '../../api/commands/undo.ts';",
  'web/src/api/commands/ok.ts': "import { x } from '../../ui/overlays/toast.tsx';",
  'web/src/ui/ok.ts': "import { x } from '../api/files/download.ts';",
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
