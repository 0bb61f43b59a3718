import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { isOwed } from '@rondo/contracts/policy/charge.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { attendanceTable } from '@rondo/projections/billing/table.ts';
import { lineagesTable } from '@rondo/projections/shared/lineage-tables.ts';
import { recordIn } from '../../domain/lessons/attendance/commands.ts';
import { changeOf } from '../../domain/lessons/cancelling/commands.ts';
import { cancellationOf, type Agreement } from '../../domain/schedule/edit/cancelling.ts';
import { rescheduleLesson } from '../../domain/schedule/edit/change.ts';
import { cancelLesson, keepDate } from '../../domain/schedule/edit/one-date.ts';
import type { ScheduleState } from '../../domain/schedule/state.ts';
import { busy } from '../../domain/schedule/testing/week.ts';
import { agreementNow } from '../../domain/schedule/time-off/agreement.ts';
import { closingFor } from '../../domain/schedule/time-off/closures.ts';
import { timeoffStream } from '../../domain/schedule/time-off/state.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** What becomes of single dates: who cancels them, what that comes to, and who was there. */
export const outcomeSteps = [
  ...(['cancel by family', 'cancel by family', 'cancel by teacher', 'change outcome', 'make up'] as const),
  ...(['keep closed date', 'record attendance', 'record attendance'] as const),
] as const;
export type OutcomeStep = Omit<Step, 'kind'> & { readonly kind: (typeof outcomeSteps)[number] };

const hour = 3_600_000;
const outcomes = [
  { charge: 0 },
  { charge: 33 },
  { owed: true, until: undefined },
  { owed: true, until: '2026-12-31' },
] as const;

type OnDates = {
  readonly today: IsoDate;
  readonly newId: string;
  readonly state: ScheduleState;
  readonly agreement: Agreement;
  readonly closing: ReturnType<typeof closingFor>;
  readonly studio: StudioInMemory;
};

const pickOf =
  ({ nth }: OutcomeStep) =>
  (rows: readonly Lesson[]): Lesson => {
    const row = rows[nth % Math.max(rows.length, 1)];
    if (!row) throw new NotFound('There is nothing to choose from.');
    return row;
  };

/** Who was there on a date of today or later, as if it had begun. */
const attendance = (step: OutcomeStep, row: Lesson, date: IsoDate, on: OnDates) => {
  const { agreement, studio } = on;
  const { nth } = step;
  const is = ([null, 'taught', 'absent'] as const)[nth % 3] ?? null;
  const entry = { lessonId: row.lessonId, date, attendance: is };
  const minutes = is === 'taught' ? { minutesLate: nth } : {};
  const charge = is === 'absent' && nth > 2 ? { charge: 50, reason: 'A storm' } : { reason: null };
  const origins = new Map(studio.rows(billingModel.name, lineagesTable).map((one) => [one.lesson_id, one]));
  const attended = {
    rows: [],
    people: new Map(),
    closures: [],
    origins,
    recorded: studio.rows(billingModel.name, attendanceTable),
  };
  const around = { agreement: { ...agreement, now: Date.parse(`${date}T23:00:00Z`) }, attended, by: 'dana' };
  const tell = (_: unknown, result: object): void => {
    if ('error' in result) throw result.error;
  };
  return recordIn(step.teacher, [{ ...entry, ...minutes, ...charge }], around, tell);
};

const decisionOf = (step: OutcomeStep, on: OnDates): ((state: ScheduleState) => ScheduleEvent[]) => {
  const { today, newId, state, agreement, closing } = on;
  const { kind, nth, ahead } = step;
  const pick = pickOf(step);
  const rows = [...state.lessons.values()];
  const coming = rows
    .filter(({ status }) => status === 'scheduled')
    .filter((row) => !isWeekly(row) || nextSeriesDate(row, today) !== null);
  const dateOf = (row: Lesson): IsoDate =>
    isWeekly(row) ? (nextSeriesDate(row, addDays(today, ahead)) ?? today) : (row.date ?? today);
  const cancelled = rows.filter(({ status, date }) => status === 'cancelled' && (date ?? '') >= today);
  const ref = { revision: undefined, today };
  switch (kind) {
    case 'cancel by family':
    case 'cancel by teacher': {
      const row = pick(coming);
      const by = kind === 'cancel by family' ? 'family' : 'teacher';
      const noticeAt = by === 'family' ? agreement.now - 20 * nth * hour : null;
      const chosen = nth === 4 ? { outcome: outcomes[ahead % 4], reason: 'Flu' } : {};
      return cancelLesson({
        ...ref,
        lessonId: row.lessonId,
        date: dateOf(row),
        occurrenceId: newId,
        closedOn: closing.closedOn,
        record: (one, date, { lessons }) =>
          cancellationOf(agreement, { by, noticeAt, ...chosen }, { row: one, date, rows: [...lessons.values()] }),
      });
    }
    case 'change outcome': {
      const { lessonId } = pick(cancelled);
      const body = nth < 4 ? { reason: 'Agreed', outcome: outcomes[nth] } : { reason: 'Agreed', by: 'family' as const };
      return changeOf({ ...ref, lessonId, agreement, body, isClosed: () => false, elsewhere: () => [] });
    }
    case 'make up': {
      const row = pick(cancelled.filter(({ cancellation }) => cancellation !== null && isOwed(cancellation.outcome)));
      const to = { lessonDate: addDays(today, ahead), start: step.hour * 60, end: null, dayOfWeek: null };
      return rescheduleLesson({ ...ref, ...to, lessonId: row.lessonId, newId, confirms: false });
    }
    case 'keep closed date': {
      const row = pick(coming.filter((one) => closing.closedOn(one, dateOf(one)) !== null));
      const at = { lessonId: row.lessonId, date: dateOf(row), occurrenceId: newId };
      return keepDate({ ...ref, ...at, force: nth % 2 === 0, busy: { ...busy(), ...closing } });
    }
    case 'record attendance': {
      const row = pick(coming);
      return attendance(step, row, dateOf(row), on);
    }
  }
};

/** Carries out one of these actions. */
export const onOutcomes = async (studio: StudioInMemory, step: OutcomeStep, context: CommandContext) => {
  const { studioId, services, schedules } = studio;
  if (!studio.present().teachers.includes(step.teacher)) return [];
  const [{ state }, { state: off }, agreement] = await Promise.all([
    schedules.load(studioId, step.teacher),
    services.handlers.timeoff.load(timeoffStream(studioId)),
    agreementNow(services, studioId),
  ]);
  const closing = closingFor([...off.closures.values()], step.teacher);
  const newId = `new ${context.commandId.slice(0, 8)}`;
  const decide = decisionOf(step, { today: studio.today(), newId, state, agreement, closing, studio });
  return [await schedules.execute(studioId, step.teacher, context, { input: step, decide })];
};
