import type { Branch, MadeChange } from '@rondo/contracts/events/branches/branch.ts';
import type { LeftPlan } from '@rondo/contracts/events/schedule/joint.ts';
import { emptyReport } from '@rondo/projections/testing/report-facts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandIn, reactorSite, type Death, type ReactorSite } from '../../../../testing/reactor-site.ts';
import { studioOn } from '../../../../testing/reactor-studio.ts';
import { branchStream, changeBranch, keepPlan, openBranch, takeOverBranch } from '../state.ts';
import { takeOversReactor } from './reactor.ts';

let site: ReactorSite;
beforeAll(async () => {
  site = await reactorSite();
});
afterAll(() => site.close());

const hours = [
  { id: 'window', dayOfWeek: 3 as const, start: 14 * 60, end: 18 * 60, enabled: true, isPreferred: false },
];
const changes: readonly MadeChange[] = [
  { changeId: 'hours of Ann', change: { kind: 'studentHours', studentId: 'Ann', availability: hours } },
  { changeId: 'hours of Dana', change: { kind: 'teacherHours', teacherId: 'dana', availability: hours } },
  { changeId: 'length of Ben', change: { kind: 'length', studentIds: ['Ben'], lessonDuration: 60 } },
];
const placement = {
  lessonId: 'planned',
  studentId: 'Ann',
  dayOfWeek: 3 as const,
  start: 14 * 60,
  duration: 45,
  driveMinutes: 10,
  notBefore: null,
};
const left: LeftPlan = {
  teacherId: 'dana',
  reportId: 'report',
  runId: 'run',
  startsOn: '2026-11-30',
  overUntil: null,
  students: [{ studentId: 'Ann', placement }],
  endsElsewhere: [],
  createdOn: '2026-11-23',
};

/** A studio in which a branch was taken over, and nothing of it is carried out. */
const decided = async () => {
  const studio = studioOn(site);
  const { studioId } = studio;
  await studio.addTeacher('dana');
  for (const student of ['Ann', 'Ben']) {
    await studio.addStudent(student);
    await studio.assign(student, 'dana');
  }
  await studio.series('dana', 'A', 'Ann');
  const stream = branchStream(studioId, 'branch');
  const onBranch = (decide: Parameters<typeof site.handlers.branch.execute>[2]['decide']) =>
    site.handlers.branch.execute(stream, commandIn(studioId), { input: null, decide });
  const at = new Date().toISOString();
  await onBranch(openBranch({ branchId: 'branch', name: 'Wednesdays', at, from: null, changes: [] }));
  for (const change of changes) await onBranch(changeBranch(change, undefined));
  const branchNow = async (): Promise<Branch | null> => (await site.handlers.branch.load(stream)).state.branch;
  const revision = async (): Promise<number> => (await branchNow())?.revision ?? -1;
  const plans = [{ teacherId: 'dana', content: emptyReport }];
  await onBranch(keepPlan({ at, seed: 1, seconds: 1, maxMoved: null, plans }, [], await revision()));
  const checkedAt = new Date().toISOString();
  const taken = await onBranch(takeOverBranch({ plans: [left], closures: [], checkedAt }, String(await revision())));
  const own = async (category: string, id: string): Promise<string[]> =>
    (await site.store.readStream(`${category}-${studioId}.${id}`))
      .filter(({ metadata }) => metadata.batchId === taken.batchId)
      .map(({ type }) => type);
  return { ...studio, own, branchNow };
};

const fenced = (...types: readonly string[]): string[] => ['StreamFenced', ...types, 'FenceLifted'];

// Four fences, three changes of people, a report, a plan, four fences lifted.
const deaths: Death[] = Array.from({ length: 13 }, (_, i) => ({
  atWrite: i + 1,
  when: i % 2 === 0 ? 'before' : 'after',
}));

test.each(deaths)(
  'a process killed $when write $atWrite of a take-over has made everything once when another goes on',
  async (death) => {
    const { own, branchNow, eventsOf } = await decided();
    const killed = site.start(takeOversReactor, death);
    await killed.died;
    await killed.stop();
    const next = site.start(takeOversReactor);
    await next.settled();
    await next.stop();
    expect(await own('student', 'Ann')).toEqual(fenced('StudentAvailabilitySet'));
    expect(await own('student', 'Ben')).toEqual(fenced('StudentDetailsChanged'));
    expect(await own('teacher', 'dana')).toEqual(fenced('TeacherAvailabilitySet'));
    expect(await own('schedule', 'dana')).toEqual(fenced('ScheduleOptimized', 'LessonPlaced'));
    expect(await eventsOf('report', 'report')).toEqual(['ReportWritten']);
    expect(await branchNow()).toMatchObject({ status: 'takenOver', failed: null });
  },
);

test('what others changed after it was decided makes a take-over fail before it changes anything', async () => {
  const studio = await decided();
  await studio.series('dana', 'B', 'Ben');
  const process = site.start(takeOversReactor);
  await process.settled();
  await process.stop();
  expect(await studio.own('student', 'Ann')).toEqual(fenced());
  expect(await studio.own('schedule', 'dana')).toEqual(fenced());
  expect(await studio.branchNow()).toMatchObject({
    status: 'open',
    failed: 'The schedule has changed in the meantime. Plan this branch again first.',
  });
  await studio.series('dana', 'C', null);
});

test('while a branch is taken over, other commands are refused', async () => {
  const studio = await decided();
  // Dies after its fences.
  const process = site.start(takeOversReactor, { atWrite: 4, when: 'after' });
  await process.died;
  await process.stop();
  await expect(studio.series('dana', 'B', 'Ben')).rejects.toThrow('A branch is being taken over.');
  const next = site.start(takeOversReactor);
  await next.settled();
  await next.stop();
  await studio.series('dana', 'B', 'Ben');
});
