import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandIn, reactorSite, type Death, type ReactorSite } from '../../../testing/reactor-site.ts';
import { studioOn } from '../../../testing/reactor-studio.ts';
import { leftOf } from '../../schedule/plan/left-plan.ts';
import { acceptPlan } from '../../schedule/plan/plan-decision.ts';
import { optimizeSchedule, type Run } from '../../schedule/plan/plan.ts';
import { onSchedule } from '../../schedule/schedules.ts';
import { nothingClosed } from '../../schedule/time-off/closures.ts';
import { jointDecisionsReactor } from './reactor.ts';

let site: ReactorSite;
beforeAll(async () => {
  site = await reactorSite();
});
afterAll(() => site.close());

const teachers = ['dana', 'marcus', 'yuki'];
const joint = { teacherIds: teachers, lead: 'dana' };

const runFor = (teacher: string, hour: number): Run => ({
  reportId: `report of ${teacher}`,
  runId: 'run',
  startsOn: '2026-11-30',
  students: [
    {
      studentId: `Ann of ${teacher}`,
      placement: {
        lessonId: `lesson of ${teacher}`,
        studentId: `Ann of ${teacher}`,
        dayOfWeek: 3,
        start: hour * 60,
        duration: 45,
        driveMinutes: 10,
        notBefore: null,
      },
    },
  ],
  endsElsewhere: [],
  today: '2026-11-23',
  closing: nothingClosed,
  joint,
});

/** A studio in which the lead's part of a joint plan is recorded, and the server has ended before the others. */
const begun = async () => {
  const studio = studioOn(site);
  const { studioId } = studio;
  for (const teacher of teachers) await studio.addTeacher(teacher);
  const command = commandIn(studioId);
  const [lead, ...others] = teachers.map((teacher) => runFor(teacher, 14));
  if (!lead) throw new Error('A joint plan needs a lead.');
  const parts = others.map((run, i) => ({ ...leftOf(run, teachers[i + 1] ?? ''), supersedes: null }));
  await onSchedule(site, command, 'dana', {
    input: 'run',
    decide: optimizeSchedule({ ...lead, others: { parts, closures: [] } }),
  });
  const own = async (teacher: string): Promise<string[]> =>
    (await site.store.readStream(`schedule-${studioId}.${teacher}`)).flatMap(({ type, metadata: { batchId } }) =>
      batchId === command.commandId || type.startsWith('Schedule') ? [type] : [],
    );
  return { ...studio, own };
};

const settled = async (): Promise<void> => {
  const process = site.start(jointDecisionsReactor);
  await process.settled();
  await process.stop();
};

const deaths: Death[] = [1, 2].flatMap((atWrite) => [
  { atWrite, when: 'before' as const },
  { atWrite, when: 'after' as const },
]);

test.each(deaths)(
  'a process killed $when write $atWrite has recorded every part once when another goes on',
  async (death) => {
    const { own } = await begun();
    const killed = site.start(jointDecisionsReactor, death);
    await killed.died;
    await killed.stop();
    await settled();
    for (const teacher of teachers) expect(await own(teacher)).toEqual(['ScheduleOptimized', 'LessonPlaced']);
  },
);

test('where a part no longer fits, the whole plan is withdrawn', async () => {
  const studio = await begun();
  const { studioId } = studio;
  const placement = runFor('yuki', 14).students[0]?.placement;
  if (!placement) throw new Error('The plan places a student.');
  const other: Run = {
    ...runFor('yuki', 14),
    reportId: 'another report',
    runId: 'another run',
    students: [{ studentId: 'Ben', placement: { ...placement, studentId: 'Ben', lessonId: 'of Ben' } }],
    joint: undefined,
  };
  await onSchedule(site, commandIn(studioId), 'yuki', { input: 'other', decide: optimizeSchedule(other) });
  await onSchedule(site, commandIn(studioId), 'yuki', {
    input: 'accept',
    decide: acceptPlan({ reportId: 'another report', today: '2026-11-23' }),
  });
  await settled();
  expect((await studio.own('dana')).slice(0, 3)).toEqual(['ScheduleOptimized', 'LessonPlaced', 'ScheduleRejected']);
  expect((await studio.own('marcus')).slice(0, 3)).toEqual(['ScheduleOptimized', 'LessonPlaced', 'ScheduleRejected']);
  expect(await studio.own('yuki')).toEqual(['ScheduleOptimized', 'ScheduleAccepted']);
});

test('nothing is recorded of a plan that the lead no longer has', async () => {
  const { own, studioId } = await begun();
  await onSchedule(site, commandIn(studioId), 'dana', {
    input: 'accept',
    decide: acceptPlan({ reportId: 'report of dana', today: '2026-11-23' }),
  });
  await settled();
  expect([await own('marcus'), await own('yuki')]).toEqual([[], []]);
});
