import { addDays, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { calendarEvents } from '@rondo/contracts/events/calendar.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { annLee, danaWhitfield } from '@rondo/projections/testing/people-facts.ts';
import { emptyReport } from '@rondo/projections/testing/report-facts.ts';
import fc from 'fast-check';
import { vi } from 'vitest';
import { deleteBackup, takeBackup } from '../../backups/backup-stream.ts';
import { tieName } from '../../calendar-sync/calendar-stream.ts';
import type { CommandContext } from '../../command-handling/aggregate.ts';
import type { Executed } from '../../command-handling/command-handler.ts';
import { derivedId } from '../../command-handling/ids.ts';
import { DomainError } from '../../errors/errors.ts';
import { anyWhere } from '../../lessons/testing/random-steps.ts';
import { decisionOf, otherThan, teachers, type Step, type Teacher } from '../../lessons/testing/steps.ts';
import {
  assignTeacher,
  changeStudent,
  registerStudent,
  removeStudent,
  setTeachers,
  unassignTeacher,
} from '../../roster/student.ts';
import { changeTeacher, registerTeacher, removeTeacher } from '../../roster/teacher.ts';
import { PlanOutdated } from '../../schedule/fixed.ts';
import { withdrawGenerated } from '../../schedule/plan-decision.ts';
import { today } from '../../schedule/testing/week.ts';
import { forgetSample, loadSample, openStudio } from '../../studio-settings/studio.ts';
import { bulkSteps, onMany, type BulkStep } from './bulk-acts.ts';
import { invoiceSteps, onInvoices, type InvoiceStep } from './invoice-acts.ts';
import { studioInMemory, type StudioInMemory } from './studio-in-memory.ts';

export const peopleSteps = [
  'add student',
  'import students',
  'change student',
  'change availability',
  'assign',
  'unassign',
  'set teachers',
  'remove student',
  'add teacher',
  'change teacher',
  'change hours',
  'remove teacher',
  'delete report',
  'sample',
  'take backup',
  'delete backup',
  'tie name',
] as const;
type PeopleStep = Omit<Step, 'kind'> & { readonly kind: (typeof peopleSteps)[number] };

const clockAt = (day: string) => {
  let now = Date.parse(`${day}T12:00:00Z`);
  vi.setSystemTime(now);
  const clock = {
    today: day,
    tick: () => {
      now += 1000;
      vi.setSystemTime(now);
    },
    /** The studio's next day begins. */
    passMidnight: () => {
      clock.today = addDays(clock.today, 1);
      now = Date.parse(`${clock.today}T00:00:00Z`);
      vi.setSystemTime(now);
    },
  };
  return clock;
};

export type AnyStep = Step | PeopleStep | BulkStep | InvoiceStep;

const isOfInvoices = (step: AnyStep): step is InvoiceStep => invoiceSteps.some((kind) => kind === step.kind);
const isOfMany = (step: AnyStep): step is BulkStep => bulkSteps.some((kind) => kind === step.kind);
const isOfPeople = (step: AnyStep): step is PeopleStep => peopleSteps.some((kind) => kind === step.kind);

const window = (id: string, dayOfWeek: DayOfWeek, hour: number) => ({
  id,
  dayOfWeek,
  start: hour * 60,
  end: hour * 60 + 90,
  enabled: true,
  isPreferred: false,
});

/** What commands append; null when there was nothing to do. */
type Done = readonly Pick<Executed<never>, 'batchId'>[];

const onSchedule = async (studio: StudioInMemory, step: Step, context: CommandContext): Promise<Done> => {
  const { studioId, schedules, reports } = studio;
  const present = studio.present();
  const named = [step.student, ...(step.kind === 'plan' ? step.others : [])];
  const isThere = present.teachers.includes(step.teacher) && named.every((id) => present.students.includes(id));
  if (!isThere) return [];
  const { state } = await schedules.load(studioId, step.teacher);
  const other = await schedules.load(studioId, otherThan(step.teacher));
  const commandId = context.commandId.slice(0, 8);
  const decide = decisionOf(step, { commandId, today, state, other });
  if (step.kind === 'plan') {
    const reportId = `report ${commandId}`;
    await reports.write(context, studio.reportStream(reportId), {
      reportId,
      runId: `run ${commandId}`,
      teacherId: step.teacher,
      title: `Plan ${commandId}`,
      lessonsCount: 0,
      totalDriveMinutes: 0,
      content: { ...emptyReport, teacherId: step.teacher, teacherName: step.teacher, startsOn: today },
    });
  }
  return [await schedules.execute(studioId, step.teacher, context, { input: step, decide })];
};

const deleteReport = async (studio: StudioInMemory, nth: number, context: CommandContext): Promise<Done> => {
  const listed = studio.reportRows().filter(({ status, deleted }) => status !== null && !deleted);
  const report = listed[nth % Math.max(listed.length, 1)];
  if (!report) return [];
  const { report_id: id, teacher_id: teacherId, status, withdrawn } = report;
  const done = [];
  if (status === 'pending' && !withdrawn)
    done.push(
      await studio.schedules.execute(studio.studioId, teacherId, context, {
        input: id,
        decide: (state) => (state.plan?.reportId === id ? withdrawGenerated({ today })(state) : []),
      }),
    );
  return [...done, await studio.reports.delete(context, studio.reportStream(id), id)];
};

const onSample = async (studio: StudioInMemory, nth: number, context: CommandContext): Promise<Done> => {
  const decide = nth % 2 === 0 ? loadSample(context.commandId) : forgetSample;
  return [await studio.studios.handler.execute(`studio-${studio.studioId}`, context, { input: nth, decide })];
};

const backup = { name: 'Fall', description: null, counts: { students: 3, teachers: 2, lessons: 1 } };

const onBackups = async (
  { backups, studioId }: StudioInMemory,
  context: CommandContext,
  decide: Parameters<StudioInMemory['backups']['execute']>[2]['decide'],
): Promise<Done> => [await backups.execute(`backups-${studioId}`, context, { input: 'backup', decide })];

/** Two cards of a file become students, whom a reactor then locates; each is a command of its own in one batch. */
const importStudents = ({ roster, studioId }: StudioInMemory, nth: number, context: CommandContext): Promise<Done> => {
  const short = context.commandId.slice(0, 8);
  const homes = ['100 Main St, Austin, TX 78704', nth % 2 === 0 ? '' : 'an unknown place'];
  return Promise.all(
    homes.map((address, i) => {
      const studentId = `I${i} ${short}`;
      const details = { ...annLee, firstName: studentId, address, city: null, zipCode: null, location: null };
      return roster.students.execute(
        roster.studentStream(studioId, studentId),
        { ...context, commandId: derivedId(context.commandId, `card ${i}`), batchId: context.commandId },
        { input: address, decide: registerStudent({ studentId, details, availability: [], origin: 'vcard' }) },
      );
    }),
  );
};

const onPeople = async (studio: StudioInMemory, step: PeopleStep, context: CommandContext): Promise<Done> => {
  const { studioId, roster } = studio;
  const { kind, teacher, nth, dayOfWeek, hour } = step;
  const short = context.commandId.slice(0, 8);
  const present = studio.present();
  const studentId =
    kind === 'add student' ? `S ${short}` : (present.students[nth % present.students.length] ?? 'nobody');
  const teacherId = kind === 'add teacher' ? `T ${short}` : teacher;
  const assignmentId = `assignment ${short}`;
  const ofStudent = async (decide: Parameters<typeof roster.students.execute>[2]['decide']): Promise<Done> => [
    await roster.students.execute(roster.studentStream(studioId, studentId), context, { input: step, decide }),
  ];
  const ofTeacher = async (decide: Parameters<typeof roster.teachers.execute>[2]['decide']): Promise<Done> => [
    await roster.teachers.execute(roster.teacherStream(studioId, teacherId), context, { input: step, decide }),
  ];
  const availability = [window(short, dayOfWeek, hour)];
  const unchanged = { changes: {}, availability: undefined, revision: undefined };
  switch (kind) {
    case 'add student':
      return ofStudent(registerStudent({ studentId, details: { ...annLee, firstName: studentId }, availability }));
    case 'import students':
      return importStudents(studio, nth, context);
    case 'change student':
      return ofStudent(changeStudent({ ...unchanged, changes: { phone: `${hour}` } }));
    case 'change availability':
      return ofStudent(changeStudent({ ...unchanged, availability }));
    case 'assign':
      return present.teachers.includes(teacherId) ? ofStudent(assignTeacher({ assignmentId, teacherId })) : [];
    case 'unassign':
      return ofStudent(unassignTeacher(teacherId));
    case 'set teachers':
      return ofStudent(
        setTeachers(
          present.teachers.slice(nth).map((id, i) => ({ assignmentId: `${assignmentId} ${i}`, teacherId: id })),
        ),
      );
    case 'remove student':
      return ofStudent(removeStudent(today));
    case 'add teacher':
      return ofTeacher(registerTeacher({ teacherId, details: { ...danaWhitfield, name: teacherId }, availability }));
    case 'change teacher':
      return ofTeacher(changeTeacher({ ...unchanged, changes: { phone: `${hour}` } }));
    case 'change hours':
      return ofTeacher(changeTeacher({ ...unchanged, availability }));
    case 'remove teacher':
      return ofTeacher(removeTeacher(today));
    case 'delete report':
      return deleteReport(studio, nth, context);
    case 'sample':
      return onSample(studio, nth, context);
    case 'tie name': {
      const tie = { name: nth % 2 === 0 ? 'Make-up for AL' : 'make-up for al', studentId: nth < 4 ? studentId : null };
      const stream = streamName(calendarEvents, studioId, teacherId);
      return [await studio.calendars.execute(stream, context, { input: tie, decide: tieName(tie) })];
    }
    case 'take backup':
      return onBackups(studio, context, takeBackup({ ...backup, backupId: `backup ${short}` }));
    case 'delete backup': {
      const listed = studio.listedBackups();
      const backupId = listed[nth % Math.max(listed.length, 1)];
      return backupId === undefined ? [] : onBackups(studio, context, deleteBackup(backupId));
    }
  }
};

const onStep = (studio: StudioInMemory, step: AnyStep, context: CommandContext): Promise<Done> => {
  if (isOfPeople(step)) return onPeople(studio, step, context);
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
  const open = openStudio('UTC');
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
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...peopleSteps, ...bulkSteps), ...anyWhere }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom(...feedSteps), ...anyWhere }) },
);

/** The same, and commands on invoices. */
export const anyStepOrInvoice = fc.oneof(
  { weight: 5, arbitrary: anyStep },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('invoice' as const, ...invoiceSteps), ...anyWhere }) },
);
