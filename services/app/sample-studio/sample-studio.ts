import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { payersAreKnown } from '../../domain/billing/families/accounts-of.ts';
import { makeSampleAccounts, removeAccountsOf } from '../../domain/billing/sample-accounts.ts';
import { firstSampleDay, makeSampleInvoices } from '../../domain/billing/sample-invoices.ts';
import { locate, type LocatedAddress } from '../../domain/people/locate.ts';
import { studentStream, teacherStream } from '../../domain/people/roster.ts';
import { assignTeacher, registerStudent, removeStudent } from '../../domain/people/student.ts';
import { registerTeacher, removeTeacher } from '../../domain/people/teacher.ts';
import { createEntry } from '../../domain/schedule/edit/entries.ts';
import { onSchedule } from '../../domain/schedule/schedules.ts';
import { studioNow } from '../../domain/studio/clock.ts';
import { onStudio, sampleSeed, seedOf } from '../../domain/studio/commands.ts';
import { forgetSample } from '../../domain/studio/studio.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';
import {
  sampleEntries,
  sampleStudents,
  sampleTeachers,
  type SampleEntry,
  type SampleStudent,
  type SampleTeacher,
  type SampleWindow,
} from './data.ts';
import { makeSampleFamilies, removeSampleFamilies, sampleFamiliesOf } from './families.ts';
import { makeSamplePast, removeSamplePast, sampleLessons } from './past-weeks.ts';
import { makeSampleTimeOff, removeSampleTimeOff } from './time-off.ts';

// A fictional studio to explore the app with, loaded through the same commands as a user's own.

const windows = (ownerId: string, rows: readonly SampleWindow[]): AvailabilityWindow[] =>
  rows.map(({ day, from, to, preferred = false }, i) => ({
    id: derivedId(ownerId, `availability ${i}`),
    dayOfWeek: day,
    start: toMinutes(from),
    end: toMinutes(to),
    enabled: true,
    isPreferred: preferred,
  }));

const inCents = (dollars: number | null): number | null => (dollars === null ? null : dollars * 100);

const fullName = ({ firstName, lastName }: Pick<SampleStudent, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** The names and ids of one load: all derived from its seed. */
type Load = {
  readonly context: CommandContext;
  readonly today: IsoDate;
  readonly teacherId: (key: SampleTeacher['key']) => string;
  readonly studentId: (fullName: string) => string;
};

const teacherIdsOf =
  (seed: string) =>
  (key: SampleTeacher['key']): string =>
    derivedId(seed, `teacher ${key}`);

type Writing = Pick<Services, 'handlers' | 'maps'>;

const registerSampleTeacher = async (
  { handlers, maps }: Writing,
  { context, teacherId }: Load,
  sample: SampleTeacher,
) => {
  const { key, windows: rows, address, ...person } = sample;
  const located = await locate(maps.mapsFor(context.studioId), { address, city: null, zipCode: null });
  return handlers.teacher.execute(teacherStream(context.studioId, teacherId(key)), part(context, key), {
    input: sample,
    decide: registerTeacher({
      teacherId: teacherId(key),
      details: { ...person, ...located, calendarUrl: null, minutesBetween: null },
      availability: windows(teacherId(key), rows),
      sample: true,
    }),
  });
};

const registerSampleStudent = async (
  { handlers }: Pick<Services, 'handlers'>,
  { context, today, ...load }: Load,
  sample: SampleStudent,
  located: LocatedAddress,
) => {
  const { windows: rows, minutes, teacher: _, rate, monthly, ...person } = sample;
  const studentId = load.studentId(fullName(sample));
  return handlers.student.execute(studentStream(context.studioId, studentId), part(context, studentId), {
    input: sample,
    decide: registerStudent({
      studentId,
      details: {
        ...person,
        ...located,
        address: located.address ?? sample.address,
        email: null,
        notes: null,
        doorNote: null,
        lessonDuration: minutes,
        // A month is charged from the student's first day on.
        startDate: monthly ? firstSampleDay(today) : null,
        calendarUrl: null,
        paymentType: monthly ? 'monthly' : 'per_lesson',
        perLessonRateCents: inCents(rate),
        monthlyRateCents: inCents(monthly?.rate ?? null),
      },
      availability: windows(studentId, rows),
      sample: true,
    }),
  });
};

const enter = (
  services: Pick<Services, 'handlers'>,
  { context, today, teacherId, studentId }: Load,
  entry: SampleEntry,
  name: string,
) =>
  onSchedule(services, part(context, name), teacherId(entry.teacher), {
    input: entry,
    decide: createEntry({
      lessonId: derivedId(context.commandId, name),
      entryType: entry.student === undefined ? 'appointment' : 'lesson',
      studentId: entry.student === undefined ? null : studentId(entry.student),
      ...plainDetails,
      eventTitle: entry.title ?? null,
      customAddress: entry.address ?? null,
      status: 'scheduled',
      start: toMinutes(entry.from),
      duration: entry.minutes,
      when: { kind: 'weekly', dayOfWeek: entry.day, validFrom: today },
    }),
  });

/**
 * Each part is a separate command with an id derived from the seed: an interrupted load resumes where it stopped, and a second one is a
 * no-op. All parts are one batch.
 */
const part = (context: CommandContext, what: string): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, what),
  batchId: context.batchId ?? context.commandId,
});

const loadParts = async (
  services: Writing & Pick<Services, 'models' | 'store' | 'settingsOf' | 'now'>,
  command: CommandContext,
  today: IsoDate,
): Promise<string | null> => {
  const { studioId } = command;
  const commandId = await sampleSeed(services, command);
  const context = { ...command, commandId };
  const load: Load = {
    context,
    today,
    teacherId: teacherIdsOf(commandId),
    studentId: (name) => derivedId(commandId, `student ${name}`),
  };
  const addresses = new Map<SampleStudent, LocatedAddress>();
  const done: Executed<EventCategory>[] = [];
  // Sequential: teachers are listed in the order in which they were added.
  for (const sample of sampleTeachers) done.push(await registerSampleTeacher(services, load, sample));
  await Promise.all(
    sampleStudents.map(async (sample) => {
      const studentId = load.studentId(fullName(sample));
      const typed = { address: sample.address, city: null, zipCode: null };
      const located = await locate(services.maps.mapsFor(studioId), typed);
      addresses.set(sample, located);
      done.push(await registerSampleStudent(services, load, sample, located));
      if (sample.teacher === null) return;
      const teacherId = load.teacherId(sample.teacher);
      const stream = studentStream(studioId, studentId);
      const assigned = await services.handlers.student.execute(stream, part(context, `assign ${studentId}`), {
        input: { teacherId },
        decide: assignTeacher({ assignmentId: derivedId(studentId, 'assignment'), teacherId }),
      });
      done.push(assigned);
    }),
  );
  for (const [i, entry] of sampleEntries.entries()) done.push(await enter(services, load, entry, `entry ${i}`));
  const teacherIds = { sick: load.teacherId('dana'), all: sampleTeachers.map(({ key }) => load.teacherId(key)) };
  const clock = await studioNow(services, studioId);
  done.push(await makeSampleTimeOff(services, part(context, 'time off'), { seed: commandId, clock, teacherIds }));
  const past = { ...load, seed: commandId, part: (name: string) => part(context, name) };
  done.push(...(await makeSamplePast(services, past, context)));
  const billed = sampleStudents.flatMap((sample) => {
    const { monthly, rate, teacher: key } = sample;
    if (!monthly) return [];
    const teacher = sampleTeachers.find((one) => one.key === key);
    return {
      studentId: load.studentId(fullName(sample)),
      studentName: fullName(sample),
      address: addresses.get(sample) ?? { address: sample.address, city: null, zipCode: null },
      teacher: teacher ? { teacherId: load.teacherId(teacher.key), name: teacher.name } : null,
      monthlyRateCents: monthly.rate * 100,
      perLessonRateCents: inCents(rate),
      status: monthly.invoice,
    };
  });
  done.push(...(await makeSampleInvoices(services, part(context, 'invoices'), billed, today)));
  const familyId = (name: string): string => derivedId(commandId, `family ${name}`);
  done.push(
    ...(await makeSampleFamilies(services, (name) => part(context, name), { familyId, studentId: load.studentId })),
  );
  const accounts = {
    owing: { payerId: familyId('Park family'), name: 'The Park family' },
    inCredit: { payerId: familyId('Jensen and Olsen family') },
    late: { payerId: load.studentId('Margaret Sinclair') },
    charged: { studentId: load.studentId('Mia Park') },
  };
  // Who pays is recorded before what they owe, as in a studio that grows day by day.
  await payersAreKnown(services);
  done.push(await makeSampleAccounts(services, part(context, 'accounts'), accounts));
  return done.some(({ repeated }) => !repeated) ? commandId : null;
};

const sampleRows = async ({ models }: Pick<Services, 'models'>, studioId: string) => ({
  teachers: (await listTeachers(teachersModel.read(models), studioId)).filter(({ sample }) => sample),
  students: (await listStudents(studentsModel.read(models), studioId)).filter(({ sample }) => sample),
});

/**
 * Loads what is not there already.
 * @returns the batch that undoes it; null when nothing changed
 * @throws RuleBroken before anything is loaded when the studio would become too large
 */
export const loadSample = async (
  services: Writing & Pick<Services, 'models' | 'store' | 'now' | 'settingsOf' | 'sizes'>,
  command: CommandContext,
): Promise<string | null> => {
  const { today } = await studioNow(services, command.studioId);
  const { teachers, students } = await sampleRows(services, command.studioId);
  const growth = {
    teachers: sampleTeachers.length - teachers.length,
    students: sampleStudents.length - students.length,
    lessons: teachers.length === 0 ? sampleLessons : 0,
  };
  return services.sizes.adding(command.studioId, growth, () => loadParts(services, command, today));
};

export const sampleStatus = async (services: Pick<Services, 'models'>, studioId: string) => {
  const { teachers, students } = await sampleRows(services, studioId);
  return { loaded: teachers.length + students.length > 0, teachers: teachers.length, students: students.length };
};

/** @returns the batch that undoes it; null when nothing changed */
export const removeSample = async (
  services: Pick<Services, 'handlers' | 'models' | 'now' | 'settingsOf'>,
  context: CommandContext,
): Promise<string | null> => {
  const { studioId } = context;
  const { handlers } = services;
  const clock = await studioNow(services, studioId);
  const { today } = clock;
  const seed = await seedOf(services, studioId);
  const done: Executed<EventCategory>[] = [];
  if (seed !== null) {
    const past = { seed, today, teacherId: teacherIdsOf(seed), part: (name: string) => part(context, name) };
    done.push(...(await removeSamplePast(services, past)));
    done.push(await removeSampleTimeOff(services, part(context, 'time off'), { seed, clock }));
  }
  // After what is found by the seed, so that an interrupted removal finds it again.
  done.push(await onStudio(services, part(context, 'forget'), 'forget the sample', forgetSample));
  const { teachers, students } = await sampleRows(services, studioId);
  const studentIds = students.map(({ student_id: id }) => id);
  const families = await sampleFamiliesOf(services, studioId, new Set(studentIds));
  const payerIds = new Set([...studentIds, ...families]);
  done.push(await removeAccountsOf(services, part(context, 'invoices'), { studentIds: new Set(studentIds), payerIds }));
  for (const { teacher_id: id } of teachers) {
    const command = { input: { id }, decide: removeTeacher(today) };
    done.push(await handlers.teacher.execute(teacherStream(studioId, id), part(context, id), command));
  }
  await Promise.all(
    studentIds.map(async (id) => {
      const command = { input: { id }, decide: removeStudent(today) };
      done.push(await handlers.student.execute(studentStream(studioId, id), part(context, id), command));
    }),
  );
  done.push(...(await removeSampleFamilies(services, (id) => part(context, id), families)));
  return done.some(({ batchId }) => batchId !== null) ? context.commandId : null;
};
