import { setTimeout as delay } from 'node:timers/promises';
import { ok, Visitor, type Answer } from '@rondo/services/testing/visitor.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { Row } from '../measure.ts';
import type { RondoProcess } from '../rondo-process.ts';
import { caughtUp, enterLessons, filesOf, withPeople, type StudioSize } from './large-studio.ts';
import { accountSize, guestSize, teachersOfStudent } from './sizes.ts';

/** The longest block of the loop during each call of a studio that is as large as it can be, with nothing else to do. */
const blocksOf = async (
  rondo: RondoProcess,
  { connectionString }: BenchDatabase,
  visitor: Visitor,
  size: StudioSize,
) => {
  const busy: Record<string, number> = {};
  const watched = async (what: string, call: () => Promise<unknown>): Promise<void> => {
    busy[what] = (await rondo.costOf(call)).busy;
  };
  const studio = await withPeople(visitor, size);
  const { studentIds, teacherIds } = studio;
  const last = await enterLessons(connectionString, studio, size.lessons);
  await watched('catching up with lessons', () => caughtUp(visitor, last));
  const get = (what: string, path: string) => watched(what, async () => ok(await visitor.get(path)));
  /** @returns the batch */
  const change = async (what: string, call: () => Promise<Answer>): Promise<string> => {
    let batchId = '';
    await watched(what, async () => {
      const answer = await call();
      ok(answer);
      batchId = answer.headers.get('rondo-batch') ?? '';
    });
    return batchId;
  };
  const post = (what: string, path: string, body: unknown) => change(what, () => visitor.post(path, body));
  const undo = (what: string, batchId: string) =>
    change(`undo of ${what}`, async () => {
      for (;;) {
        const answer = await visitor.post('/api/undo', { batchId });
        // The reactors are not done with the change itself.
        if (answer.status !== 409) return answer;
        await delay(500);
      }
    });
  await get('students', '/api/students');
  await get('lessons', '/api/lessons');
  await post('bulk', '/api/students/assign-standard-availability', { studentIds });
  await post('assign', '/api/assignments/bulk', { studentIds, teacherIds: teacherIds.slice(0, teachersOfStudent) });
  await get('assigned students', '/api/students');
  const instant = encodeURIComponent(new Date().toISOString());
  await get('students as of', `/api/students?asOf=${instant}`);
  await get('lessons as of', `/api/lessons?asOf=${instant}`);
  await get('file', '/api/studio.jsonl');
  await watched('large import', () => visitor.post('/api/students/import-vcards', filesOf(5000, 'Another')[0]));
  const selectedTeachers = teacherIds.slice(0, 100);
  const cleared = await change('clear', () =>
    visitor.delete('/api/lessons/clear', { manual: true, preScheduled: true, selectedTeachers }),
  );
  await undo('clear', cleared);
  await undo('delete', await post('delete', '/api/students/delete', { studentIds }));
  await watched('sign out', async () => ok(await visitor.post('/api/logout')));
  return busy;
};

/** In milliseconds of processor time, which the work of other programs does not lengthen. */
export const largestStudios = async (rondo: RondoProcess, database: BenchDatabase): Promise<Row[]> => {
  const guest = new Visitor(rondo.url);
  ok(await guest.post('/api/guest-login'));
  const account = await new Visitor(rondo.url).register('largest@example.com');
  const sizes = ({ students, teachers, lessons }: StudioSize): string =>
    `${students} students, ${teachers} teachers and ${lessons} lessons`;
  return [
    {
      what: `the longest blocks of the loop for a guest with ${sizes(guestSize)}, by call, in ms of processor time`,
      figures: await blocksOf(rondo, database, guest, guestSize),
      aim: 'under 50 ms',
    },
    {
      what: `the same for an account with ${sizes(accountSize)}`,
      figures: await blocksOf(rondo, database, account, accountSize),
      aim: 'under 100 ms',
    },
  ];
};
