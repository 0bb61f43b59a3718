import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { plansTable } from '@rondo/projections/shared/lineage-tables.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ledgerOf } from '../billing/ledger.ts';
import { matchBilled } from '../billing/match.ts';
import { liveInvoices } from '../billing/state.ts';
import { originsModel, originsTable } from '../changes/origins.ts';
import { datesTakingPlace } from '../changes/testing/dates.ts';
import { timetablesOf, type Timetable } from '../changes/timetable.ts';
import { followersOf } from '../lessons/testing/reacting.ts';
import { withoutPlans } from '../schedule/as-rejected.ts';
import { today } from '../schedule/testing/week.ts';
import { withSettableTime } from '../testing/settable-time.ts';
import { act, anyStepOrInvoice, openStudioWithPeople, step } from './testing/acts.ts';
import { sharedCalendar } from './testing/shared-calendars.ts';
import type { StudioInMemory } from './testing/studio-in-memory.ts';
import { anyTurning, isTurning, turn } from './testing/turning-acts.ts';

/** The same histories at every run; other ones: `HISTORIES=5000 SEED=7 npm run test:unit -- composition/family-calendar`. */
const histories = Number(process.env['HISTORIES'] ?? 60);
const seed = Number(process.env['SEED'] ?? 20261124);

withSettableTime();

const students = ['Ann', 'Ben', 'Cy'];
const period = { from: today, to: addDays(today, 26 * 7) };

/** Every student's lessons, as the list of changes compares them. */
const timetables = async (studio: StudioInMemory): Promise<(studentId: string) => Timetable> => {
  const { studioId, schedules } = studio;
  const origins = followersOf(studio.store, [originsModel]);
  await origins.catchUp();
  const roots = new Map(origins.rows('origins', originsTable).map((row) => [row.lesson_id, row.root]));
  const planning = studio
    .rows('feeds', plansTable)
    .map(async ({ teacher_id: id }) => [id, (await schedules.load(studioId, id)).state] as const);
  const rows = withoutPlans(studio.rows(lessonsModel.name, lessonsTable), new Map(await Promise.all(planning)), today);
  return timetablesOf(rows, (lessonId) => roots.get(lessonId) ?? lessonId).of;
};

const inPeriod = ({ date }: { readonly date: string }): boolean => date >= period.from && date <= period.to;
const textOf = (date: string, start: number, duration: number): string => `${date} ${start} ${duration}`;

const expectOneCalendar = async (studio: StudioInMemory): Promise<number> => {
  const [timetableOf, lessonsOf] = [await timetables(studio), await studio.invoices.lessons()];
  const invoices = liveInvoices(await studio.invoices.state());
  let dates = 0;
  for (const studentId of students) {
    const { events } = await sharedCalendar(studio, { kind: 'student', personId: studentId });
    const seen = events
      .filter(({ status }) => status !== 'cancelled')
      .map(({ start, end }) => {
        const [date = '', time = ''] = new Date(start).toISOString().split('T');
        return {
          date,
          text: textOf(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)), (end - start) / 60_000),
        };
      })
      .filter(inPeriod)
      .map(({ text }) => text)
      .toSorted();
    const told = datesTakingPlace(timetableOf(studentId), period)
      .map(({ date, start, duration }) => textOf(date, start, duration))
      .toSorted();
    expect(told, `what ${studentId} is told`).toEqual(seen);
    const lessons = lessonsOf(studentId)(period.to);
    const matching = matchBilled(ledgerOf(invoices.filter((one) => one.studentId === studentId)).entries, lessons);
    const [billed, unbilled] = [[...matching.billed], lessons.filter((lesson) => !matching.billed.has(lesson))];
    const paid = [...billed, ...unbilled]
      .filter((lesson) => lesson.takesPlace && inPeriod(lesson))
      .map(({ date, start, duration }) => textOf(date, start, duration))
      .toSorted();
    expect(paid, `what ${studentId} pays`).toEqual(seen);
    dates += seen.length;
  }
  return dates;
};

test(
  'in any history a family sees, pays and is told of the same dates',
  async () => {
    process.stdout.write(`family calendars: ${histories} histories, SEED=${seed}\n`);
    let dates = 0;
    const happening = fc.oneof(
      { weight: 6, arbitrary: anyStepOrInvoice },
      { weight: 4, arbitrary: anyTurning },
      { weight: 1, arbitrary: fc.constant('undo' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12, size: 'max' }), async (history) => {
        const studio = await openStudioWithPeople();
        await act(studio, step('weekly', { dayOfWeek: 3 }));
        await act(studio, step('weekly', { teacher: 'B', student: 'Ben', hour: 14 }));
        const batches: string[] = [];
        for (const what of history) {
          if (what === 'undo') await studio.undo(batches.pop() ?? '').catch(() => undefined);
          else {
            const batchId = isTurning(what) ? await turn(studio, what) : await act(studio, what);
            if (batchId !== null) batches.push(batchId);
          }
          dates += await expectOneCalendar(studio);
        }
      }),
      { numRuns: histories, seed },
    );
    expect(dates).toBeGreaterThan(histories * 50);
  },
  Math.max(120_000, histories * 500),
);
