import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import fc from 'fast-check';
import { DomainError, NotFound } from '../../platform/kit/errors.ts';
import { anyWhere } from '../../domain/lessons/testing/random-steps.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import { editLesson, updateLesson } from '../../domain/schedule/edit/change.ts';
import type { ManualEntry } from '../../domain/schedule/edit/entries.ts';
import type { ScheduleState } from '../../domain/schedule/state.ts';
import { entry } from '../../domain/schedule/testing/week.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** Changes of what a lesson is: weekly or on one date, whose it is, a lesson or an appointment; and alternatives that are picked. */
const turns = [
  'start later',
  'make dated',
  'make weekly',
  'give date',
  'give series',
  'make appointment',
  'make lesson',
  'pick date',
  'pick weekly',
] as const;
type Turning = Omit<Step, 'kind'> & { readonly kind: (typeof turns)[number] };

export const turning = (kind: Turning['kind'], more: Partial<Omit<Step, 'kind'>> = {}): Turning => ({
  kind,
  teacher: 'A',
  student: 'Ann',
  others: [],
  nth: 0,
  dayOfWeek: 3,
  hour: 10,
  ahead: 0,
  ...more,
});
export const anyTurning = fc.record({ kind: fc.constantFrom(...turns), ...anyWhere });
export const isTurning = (step: { readonly kind: string }): step is Turning => turns.some((kind) => kind === step.kind);

const decisionOf = (
  step: Turning,
  state: ScheduleState,
  { commandId, today }: { commandId: string; today: IsoDate },
) => {
  const newId = `new ${commandId}`;
  const start = step.hour * 60;
  const date = addDays(today, step.ahead);
  const rows = [...state.lessons.values()];
  const coming = rows.filter((row) =>
    isWeekly(row) ? nextSeriesDate(row, today) !== null : row.date !== null && row.date >= today,
  );
  const pick = (among: readonly Lesson[]): Lesson => {
    const row = among[step.nth % Math.max(among.length, 1)];
    if (!row) throw new NotFound('There is nothing to choose from.');
    return row;
  };
  const ref = { revision: undefined, today, newId };
  const update = (row: Lesson, more: Partial<Parameters<typeof updateLesson>[0]>) =>
    updateLesson({ ...ref, lessonId: row.lessonId, changes: {}, lessonDate: undefined, notBefore: today, ...more });
  const created = (when: ManualEntry['when'], status: 'scheduled' | 'recommended') =>
    entry(newId, { studentId: step.student, start, when, status });
  switch (step.kind) {
    case 'start later':
      return created({ kind: 'weekly', dayOfWeek: step.dayOfWeek, validFrom: date }, 'scheduled');
    case 'pick date':
      return created({ kind: 'dated', date }, 'recommended');
    case 'pick weekly':
      return created({ kind: 'weekly', dayOfWeek: step.dayOfWeek, validFrom: today }, 'recommended');
    case 'make dated':
      return update(pick(coming.filter(isWeekly)), { lessonDate: date });
    case 'make weekly':
      return update(pick(coming.filter((row) => !isWeekly(row) && !isOccurrence(row))), {
        lessonDate: null,
        changes: { dayOfWeek: step.dayOfWeek },
      });
    case 'give date': {
      const row = pick(coming);
      const on = isWeekly(row) ? nextSeriesDate(row, date) : row.date;
      const changes = { studentId: step.student };
      const edit = { ...ref, lessonId: row.lessonId, changes, scope: 'single' as const, lessonDate: on };
      return editLesson({ ...edit, originalDate: isWeekly(row) ? on : null });
    }
    case 'give series':
      return update(pick(coming), { changes: { studentId: step.student } });
    case 'make appointment':
      return update(pick(coming), { changes: { entryType: 'appointment', eventTitle: 'Dentist' } });
    case 'make lesson':
      return update(pick(coming.filter(({ entryType }) => entryType === 'appointment')), {
        changes: { entryType: 'lesson', studentId: step.student },
      });
  }
};

/** @returns the batch; null when nothing was appended */
export const turn = async (studio: StudioInMemory, step: Turning): Promise<string | null> => {
  const { studioId, schedules } = studio;
  const context = studio.context();
  const present = studio.present();
  if (!present.teachers.includes(step.teacher) || !present.students.includes(step.student)) return null;
  try {
    const { state } = await schedules.load(studioId, step.teacher);
    const decide = decisionOf(step, state, { commandId: context.commandId.slice(0, 8), today: studio.today() });
    return (await schedules.execute(studioId, step.teacher, context, { input: step, decide })).batchId;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  } finally {
    await studio.settle();
  }
};
