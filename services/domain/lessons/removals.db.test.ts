import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { derivedId } from '../../platform/commands/ids.ts';
import { editLesson } from '../schedule/edit/change.ts';
import { createEntry } from '../schedule/edit/entries.ts';
import { optimizedSeriesOf } from '../schedule/people.ts';
import { acceptPlan, rejectPlan } from '../schedule/plan/plan-decision.ts';
import { optimizeSchedule } from '../schedule/plan/plan.ts';
import { commandIn, reactorSite, type ReactorSite } from '../../testing/reactor-site.ts';
import { entryOf, studioOn, today } from '../../testing/reactor-studio.ts';
import { removalsReactor } from './removals-reactor.ts';
import { nothingClosed } from '../schedule/time-off/closures.ts';

let site: ReactorSite;
let process: ReturnType<ReactorSite['start']>;
let studio: ReturnType<typeof studioOn>;
beforeAll(async () => {
  site = await reactorSite();
});
afterAll(() => site.close());
beforeEach(() => {
  process = site.start(removalsReactor);
  studio = studioOn(site);
});
afterEach(() => process.stop());

describe('a removed student', () => {
  test('has no lesson from that day on with any teacher; what was taught stays', async () => {
    await studio.addStudent('Ann');
    await studio.series('dana', 'A', 'Ann');
    await studio.series('dana', 'B', 'Ben');
    await studio.dated('dana', 'taught', 'Ann', '2026-11-16');
    await studio.dated('dana', 'today', 'Ann', today);
    await studio.dated('marcus', 'soon', 'Ann', '2026-12-01');
    await studio.series('marcus', 'M', 'Ann');
    await studio.removeStudent('Ann');
    await process.settled();
    expect(await studio.lessonsOf('dana')).toEqual(['A until 2026-11-22', 'B', 'taught on 2026-11-16']);
    expect(await studio.lessonsOf('marcus')).toEqual(['M until 2026-11-22']);
  });

  test('does not keep a lesson transferred to them afterwards', async () => {
    await studio.addStudent('Ann');
    await studio.removeStudent('Ann');
    await studio.series('dana', 'A', 'Ann');
    await studio.dated('marcus', 'soon', 'Ann', '2026-12-01');
    await process.settled();
    expect(await studio.lessonsOf('dana')).toEqual(['A until 2026-11-22']);
    expect(await studio.lessonsOf('marcus')).toEqual([]);
  });

  test('leaves a pending plan permanently, with the lesson that it would have replaced', async () => {
    await studio.addStudent('Ann');
    await studio.series('dana', 'B', 'Ben');
    await studio.plan('dana', ['Ann', 'Cy']);
    await studio.removeStudent('Ann');
    await process.settled();
    expect(await studio.lessonsOf('dana')).toEqual(['B', 'plan Cy']);
    expect(await studio.planOf('dana')).toMatchObject({ reportId: 'report dana' });
  });

  test('placed by a plan afterwards loses the lesson again', async () => {
    await studio.addStudent('Ann');
    await studio.removeStudent('Ann');
    await studio.plan('dana', ['Ann', 'Cy']);
    await process.settled();
    expect(await studio.lessonsOf('dana')).toEqual(['plan Cy']);
  });
});

describe('a removed teacher', () => {
  test('has no lesson, appointment, plan or student from that day on', async () => {
    await studio.addTeacher('dana');
    await studio.addStudent('Ann');
    await studio.assign('Ann', 'dana');
    await studio.assign('Ann', 'marcus');
    await studio.series('dana', 'A', 'Ann');
    await studio.series('dana', 'orchestra', null);
    await studio.plan('dana', ['Cy']);
    await studio.removeTeacher('dana');
    await process.settled();
    expect(await studio.lessonsOf('dana')).toEqual(['A until 2026-11-22', 'orchestra until 2026-11-22']);
    expect(await studio.planOf('dana')).toBeNull();
    expect(await studio.teachersOf('Ann')).toEqual(['marcus']);
  });

  test('keeps nothing that is created, planned or assigned afterwards', async () => {
    await studio.addTeacher('dana');
    await studio.addStudent('Ann');
    await studio.removeTeacher('dana');
    await studio.series('dana', 'A', 'Ann');
    await studio.assign('Ann', 'dana');
    await studio.plan('dana', ['Cy']);
    await process.settled();
    expect(await studio.lessonsOf('dana')).toEqual(['A until 2026-11-22']);
    expect(await studio.planOf('dana')).toBeNull();
    expect(await studio.teachersOf('Ann')).toEqual([]);
  });

  test('keeps no appointment that is created afterwards', async () => {
    await studio.addTeacher('dana');
    await studio.removeTeacher('dana');
    await studio.series('dana', 'orchestra', null);
    await studio.dated('dana', 'recital', null, '2026-12-12');
    await process.settled();
    expect(await studio.lessonsOf('dana')).toEqual(['orchestra until 2026-11-22']);
  });

  test('keeps no plan that is created afterwards, even one without placements', async () => {
    await studio.addTeacher('dana');
    await studio.removeTeacher('dana');
    await studio.plan('dana', []);
    await process.settled();
    expect(await studio.planOf('dana')).toBeNull();
  });
});

test('people who return keep the lessons that they get afterwards', async () => {
  await studio.addTeacher('dana');
  await studio.addStudent('Ann');
  await studio.removeStudent('Ann');
  await studio.removeTeacher('dana');
  await process.settled();
  await studio.restoreTeacher('dana');
  await studio.restoreStudent('Ann');
  await studio.assign('Ann', 'dana');
  await studio.series('dana', 'A', 'Ann');
  await process.settled();
  expect(await studio.lessonsOf('dana')).toEqual(['A']);
  expect(await studio.teachersOf('Ann')).toEqual(['dana']);
});

test('a student who returns is not assigned to a teacher who was removed since', async () => {
  await studio.addTeacher('dana');
  await studio.addStudent('Ann');
  await studio.assign('Ann', 'dana');
  await studio.removeStudent('Ann');
  await studio.removeTeacher('dana');
  await process.settled();
  await studio.restoreStudent('Ann', ['dana']);
  await process.settled();
  expect(await studio.teachersOf('Ann')).toEqual([]);
});

test('in any order, nothing remains for a removed student or with a removed teacher', async () => {
  const steps: ((on: typeof studio) => Promise<unknown>)[] = [
    (on) => on.removeStudent('Ann'),
    (on) => on.removeTeacher('dana'),
    (on) => on.series('dana', 'A', 'Ann'),
    (on) => on.series('marcus', 'M', 'Ann'),
  ];
  const orders = (left: typeof steps): (typeof steps)[] =>
    left.length === 0
      ? [[]]
      : left.flatMap((step) => orders(left.filter((one) => one !== step)).map((rest) => [step, ...rest]));
  const studios = await Promise.all(
    orders(steps).map(async (order) => {
      const own = studioOn(site);
      await own.addTeacher('dana');
      await own.addStudent('Ann');
      await own.assign('Ann', 'dana');
      for (const step of order) await step(own);
      return own;
    }),
  );
  await process.settled();
  for (const own of studios) {
    expect(await own.lessonsOf('dana')).toEqual(['A until 2026-11-22']);
    expect(await own.lessonsOf('marcus')).toEqual(['M until 2026-11-22']);
  }
});

describe('an accepted plan', () => {
  const elsewhere = async () =>
    optimizedSeriesOf(await studio.stateOf('marcus'), new Set(['Ann']), today).map((series) => ({
      teacherId: 'marcus',
      series,
    }));
  const acceptHere = async () =>
    studio.inSchedule('dana', acceptPlan({ reportId: 'report dana', today, elsewhere: await elsewhere() }));

  beforeEach(async () => {
    await studio.plan('marcus', ['Ann', 'Ben']);
    await studio.inSchedule('marcus', acceptPlan({ reportId: 'report marcus', today }));
    await studio.plan('dana', ['Ann'], [{ teacherId: 'marcus', lessonId: 'plan Ann', from: '2026-12-07' }]);
    await process.settled();
  });

  test('ends the series that it took over from another teacher, a pending one does not', async () => {
    expect(await studio.lessonsOf('marcus')).toEqual(['plan Ann', 'plan Ben']);
    await acceptHere();
    await process.settled();
    expect(await studio.lessonsOf('marcus')).toEqual(['plan Ann until 2026-12-06', 'plan Ben']);
  });

  test('ends the series that the named one was changed into', async () => {
    const accepting = await elsewhere();
    await studio.inSchedule(
      'marcus',
      editLesson({
        lessonId: 'plan Ann',
        revision: undefined,
        today,
        newId: 'later Ann',
        scope: 'series',
        changes: { start: 18 * 60 },
        originalDate: '2026-12-09',
        lessonDate: null,
      }),
    );
    await studio.inSchedule('dana', acceptPlan({ reportId: 'report dana', today, elsewhere: accepting }));
    await process.settled();
    expect(await studio.lessonsOf('marcus')).toEqual(['plan Ann until 2026-12-06', 'plan Ben']);
  });

  test('that names a lesson twice, with two days, blocks no other work', async () => {
    const twice = [
      { teacherId: 'marcus', lessonId: 'plan Ann', studentId: null, from: '2026-12-07' },
      { teacherId: 'marcus', lessonId: 'plan Ann', studentId: null, from: '2026-12-14' },
    ];
    await studio.inSchedule('dana', () => [
      { type: 'ScheduleAccepted', data: { reportId: 'report dana', endsElsewhere: twice } },
    ]);
    await process.settled();
    expect(await studio.lessonsOf('marcus')).toEqual(['plan Ann until 2026-12-13', 'plan Ben']);
    await studio.addStudent('Eve');
    await studio.series('dana', 'E', 'Eve');
    await studio.removeStudent('Eve');
    await process.settled();
    expect(await studio.lessonsOf('dana')).toContain('E until 2026-11-22');
  });

  test('ends a pending series with the other teacher, and the series it replaced', async () => {
    await studio.inSchedule(
      'marcus',
      optimizeSchedule({
        reportId: 'second',
        runId: 'second',
        startsOn: '2026-12-07',
        endsElsewhere: [],
        today: '2026-11-23',
        closing: nothingClosed,
        students: [{ studentId: 'Ann', placement: null }],
      }),
    );
    await acceptHere();
    await process.settled();
    await studio.inSchedule('marcus', rejectPlan({ reportId: 'second', today }));
    expect(await studio.lessonsOf('marcus')).toEqual(['plan Ann until 2026-12-06', 'plan Ben']);
  });
});

test('a command that is permanently rejected parks its studio; others continue', async () => {
  await process.stop();
  const other = studioOn(site);
  for (const one of [studio, other]) {
    await one.addStudent('Ann');
    await one.series('dana', 'A', 'Ann');
    await one.removeStudent('Ann');
  }
  const removed = (await site.store.readStream(`student-${studio.studioId}.Ann`)).at(-1);
  const commandId = derivedId(removed?.eventId ?? '', 'end Ann with dana');
  const taken = { ...commandIn(studio.studioId), commandId };
  const decide = createEntry({ ...entryOf('taken', null), when: { kind: 'dated', date: '2026-12-12' } });
  await site.schedules.execute(studio.studioId, 'dana', taken, { input: 'something else', decide });

  process = site.start(removalsReactor);
  await process.settled();
  expect(await other.lessonsOf('dana')).toEqual(['A until 2026-11-22']);
  expect(await studio.lessonsOf('dana')).toEqual(['A', 'taken on 2026-12-12']);
  expect(process.status()).toMatchObject([{ model: 'removals', state: 'live', parked: 1 }]);
});
