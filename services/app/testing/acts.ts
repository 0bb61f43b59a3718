import { recordReport } from '../../domain/schedule/reports/state.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { annLee, danaWhitfield } from '@rondo/projections/testing/people-facts.ts';
import { emptyReport } from '@rondo/projections/testing/report-facts.ts';
import fc from 'fast-check';
import { vi } from 'vitest';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { DomainError } from '../../platform/kit/errors.ts';
import { anyWhere } from '../../domain/lessons/testing/random-steps.ts';
import { decisionOf, otherThan, teachers, type Step, type Teacher } from '../../domain/lessons/testing/steps.ts';
import { assignTeacher, registerStudent } from '../../domain/people/student.ts';
import { registerTeacher } from '../../domain/people/teacher.ts';
import { PlanOutdated } from '../../domain/schedule/plan/fixed.ts';
import { today } from '../../domain/schedule/testing/week.ts';
import { opening } from '../../domain/studio/studio.ts';
import { bulkSteps, onMany, type BulkStep } from './bulk-acts.ts';
import { invoiceSteps, moneySteps, onInvoices, type InvoiceStep } from './invoice-acts.ts';
import { onPeople, peopleSteps, window, type Done, type PeopleStep } from './people-acts.ts';
import { onOutcomes, outcomeSteps, type OutcomeStep } from './outcome-acts.ts';
import { onTimeOff, timeOffSteps, type TimeOffStep } from './time-off-acts.ts';
import { studioInMemory, type StudioInMemory } from './studio-in-memory.ts';

const clockAt = (day: string) => {
  let now = Date.parse(`${day}T12:00:00Z`);
  vi.setSystemTime(now);
  const clock = {
    today: day,
    tick: () => {
      now += 1000;
      vi.setSystemTime(now);
    },
    /** The studio's next day begins, or one of the days after it. */
    passMidnight: (days = 1) => {
      clock.today = addDays(clock.today, days);
      now = Date.parse(`${clock.today}T00:00:00Z`);
      vi.setSystemTime(now);
    },
  };
  return clock;
};

export type AnyStep = Step | PeopleStep | BulkStep | InvoiceStep | TimeOffStep | OutcomeStep;

const isOfInvoices = (step: AnyStep): step is InvoiceStep => moneySteps.some((kind) => kind === step.kind);
const isOfMany = (step: AnyStep): step is BulkStep => bulkSteps.some((kind) => kind === step.kind);
const isOfTimeOff = (step: AnyStep): step is TimeOffStep => timeOffSteps.some((kind) => kind === step.kind);
const isOfOutcomes = (step: AnyStep): step is OutcomeStep => outcomeSteps.some((kind) => kind === step.kind);
const isOfPeople = (step: AnyStep): step is PeopleStep => peopleSteps.some((kind) => kind === step.kind);

const onSchedule = async (studio: StudioInMemory, step: Step, context: CommandContext): Promise<Done> => {
  const { studioId, schedules } = studio;
  const present = studio.present();
  const named = [step.student, ...(step.kind === 'plan' ? step.others : [])];
  const isThere = present.teachers.includes(step.teacher) && named.every((id) => present.students.includes(id));
  if (!isThere) return [];
  const { state } = await schedules.load(studioId, step.teacher);
  const other = await schedules.load(studioId, otherThan(step.teacher));
  const commandId = context.commandId.slice(0, 8);
  const day = studio.today();
  const decide = decisionOf(step, { commandId, today: day, state, other });
  if (step.kind === 'plan') {
    const reportId = `report ${commandId}`;
    await recordReport(studio.services, context, {
      reportId,
      runId: `run ${commandId}`,
      teacherId: step.teacher,
      title: `Plan ${commandId}`,
      lessonsCount: 0,
      totalDriveMinutes: 0,
      content: { ...emptyReport, teacherId: step.teacher, teacherName: step.teacher, startsOn: day },
    });
  }
  return [await schedules.execute(studioId, step.teacher, context, { input: step, decide })];
};

const onStep = (studio: StudioInMemory, step: AnyStep, context: CommandContext): Promise<Done> => {
  if (isOfPeople(step)) return onPeople(studio, step, context);
  if (isOfTimeOff(step)) return onTimeOff(studio, step, context);
  if (isOfOutcomes(step)) return onOutcomes(studio, step, context);
  if (isOfMany(step)) return onMany(studio, step, context);
  return isOfInvoices(step) ? onInvoices(studio, step, context) : onSchedule(studio, step, context);
};

/** @returns the batch; null when nothing was appended */
export const act = async (studio: StudioInMemory, step: AnyStep): Promise<string | null> => {
  const context = studio.context();
  try {
    const done = await onStep(studio, step, context);
    return done.some(({ batchId }) => batchId !== null) ? context.commandId : null;
  } catch (error) {
    if (error instanceof DomainError || error instanceof PlanOutdated) return null;
    throw error;
  } finally {
    await studio.settle();
  }
};

/** Two teachers, three students, each with a teacher, and the studio that they are in. */
export const openStudioWithPeople = async (on: Parameters<typeof studioInMemory>[1] = {}) => {
  const studio = studioInMemory(clockAt(today), on);
  const { roster, studioId, context } = studio;
  const open = opening('UTC', 0);
  await studio.studios.handler.execute(`studio-${studioId}`, context(), { input: 'open', decide: open });
  for (const teacherId of teachers satisfies readonly Teacher[])
    await roster.teachers.execute(roster.teacherStream(studioId, teacherId), context(), {
      input: teacherId,
      decide: registerTeacher({ teacherId, details: { ...danaWhitfield, name: teacherId }, availability: [] }),
    });
  for (const studentId of ['Ann', 'Ben', 'Cy'])
    await roster.students.execute(roster.studentStream(studioId, studentId), context(), {
      input: studentId,
      decide: registerStudent({
        studentId,
        details: { ...annLee, firstName: studentId },
        availability: [window(studentId, 2, 15)],
      }),
    });
  for (const [studentId, teacherId] of [
    ['Ann', 'A'],
    ['Ben', 'B'],
    ['Cy', 'A'],
  ] as const)
    await roster.students.execute(roster.studentStream(studioId, studentId), context(), {
      input: { studentId, teacherId },
      decide: assignTeacher({ assignmentId: `${teacherId} of ${studentId}`, teacherId }),
    });
  await studio.settle();
  return studio;
};

export const step = <Kind extends AnyStep['kind']>(kind: Kind, more: Partial<Omit<Step, 'kind'>> = {}) => ({
  kind,
  teacher: 'A' as const,
  student: 'Ann',
  others: [],
  nth: 0,
  dayOfWeek: 1 as const,
  hour: 10,
  ahead: 0,
  ...more,
});

/** A teacher with two students, their lessons and a plan for one of them. */
export const studioOfMany = async (): Promise<StudioInMemory> => {
  const studio = await openStudioWithPeople();
  for (const one of [
    step('assign', { nth: 1 }),
    step('weekly'),
    step('dated', { student: 'Ben', ahead: 2, hour: 12 }),
    step('weekly', { teacher: 'B', student: 'Ann', hour: 14 }),
    step('plan', { student: 'Ben', hour: 16 }),
  ])
    await act(studio, one);
  return studio;
};

export const scheduleSteps = [
  ...([
    'weekly',
    'dated',
    'cancel',
    'cancel',
    'restore',
    'restore',
    'restore',
    'edit series',
    'edit date',
    'move',
    'delete date',
  ] as const),
  ...(['delete series', 'delete student', 'clear', 'reject', 'withdraw', 'give', 'accept', 'accept'] as const),
  ...(['plan', 'plan', 'plan', 'plan'] as const),
];
/** What a calendar feed changes. */
export const feedSteps = ['sync', 'import'] as const;
/** Any command of a studio. */
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...scheduleSteps), ...anyWhere }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...peopleSteps), ...anyWhere }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom(...bulkSteps), ...anyWhere }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom(...feedSteps), ...anyWhere }) },
);

/** The same, and commands on invoices. */
export const anyStepOrInvoice = fc.oneof(
  { weight: 5, arbitrary: anyStep },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('invoice' as const, ...invoiceSteps), ...anyWhere }) },
);

/** The same, and time off with what it does to single dates. */
export const anyStepWithTimeOff = fc.oneof(
  { weight: 3, arbitrary: anyStepOrInvoice },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom(...timeOffSteps, ...outcomeSteps), ...anyWhere }) },
);
