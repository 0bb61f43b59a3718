import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { firstSampleDay, makeSampleInvoices, removeInvoicesOf } from '../../domain/billing/sample-invoices.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import { locate, type LocatedAddress } from '../../domain/people/locate.ts';
import type { Roster } from '../../domain/people/roster.ts';
import { assignTeacher, registerStudent, removeStudent } from '../../domain/people/student.ts';
import { registerTeacher, removeTeacher } from '../../domain/people/teacher.ts';
import { createEntry } from '../../domain/schedule/edit/entries.ts';
import type { StudioCommands } from '../../domain/studio/commands.ts';
import type { Schedules } from '../../domain/schedule/schedules.ts';
import type { Growth, StudioSizes } from '../../platform/commands/studio-sizes.ts';
import {
  sampleEntries,
  sampleStudents,
  sampleTeachers,
  type SampleEntry,
  type SampleStudent,
  type SampleTeacher,
  type SampleWindow,
} from './data.ts';

export type SampleDependencies = {
  readonly roster: Roster;
  readonly schedules: Schedules;
  readonly models: ReadModels;
  readonly studios: StudioCommands;
  readonly services: Pick<Services, 'handlers' | 'settingsOf'>;
  readonly sizes: StudioSizes;
};

const windows = (ownerId: string, rows: readonly SampleWindow[]): AvailabilityWindow[] =>
  rows.map(({ day, from, to, preferred = false }, i) => ({
    id: derivedId(ownerId, `availability ${i}`),
    dayOfWeek: day,
    start: toMinutes(from),
    end: toMinutes(to),
    enabled: true,
    isPreferred: preferred,
  }));

/** The batch by which it can be undone; null when nothing changed. */
type Loaded = { readonly batchId: string | null };

const inCents = (dollars: number | null): number | null => (dollars === null ? null : dollars * 100);

const fullName = ({ firstName, lastName }: Pick<SampleStudent, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** A fictional studio to explore the app with, loaded through the same commands as a user's own. */
export const sampleStudio = ({ roster, schedules, models, studios, services, sizes }: SampleDependencies) => {
  const registerSampleTeacher = async (
    context: CommandContext,
    maps: Maps,
    teacherId: string,
    sample: SampleTeacher,
  ) => {
    const { key: _, windows: rows, address, ...person } = sample;
    const located = await locate(maps, { address, city: null, zipCode: null });
    return roster.teachers.execute(roster.teacherStream(context.studioId, teacherId), context, {
      input: sample,
      decide: registerTeacher({
        teacherId,
        details: { ...person, ...located, calendarUrl: null },
        availability: windows(teacherId, rows),
        sample: true,
      }),
    });
  };

  const registerSampleStudent = async (
    context: CommandContext,
    studentId: string,
    { sample, located, today }: { sample: SampleStudent; located: LocatedAddress; today: IsoDate },
  ) => {
    const { windows: rows, minutes, teacher: _, rate, monthly, ...person } = sample;
    return roster.students.execute(roster.studentStream(context.studioId, studentId), context, {
      input: sample,
      decide: registerStudent({
        studentId,
        details: {
          ...person,
          ...located,
          address: located.address ?? sample.address,
          email: null,
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
    context: CommandContext,
    today: IsoDate,
    entry: SampleEntry,
    ids: { lesson: string; teacher: string; student: string | null },
  ) =>
    schedules.execute(context.studioId, ids.teacher, context, {
      input: entry,
      decide: createEntry({
        lessonId: ids.lesson,
        entryType: ids.student === null ? 'appointment' : 'lesson',
        studentId: ids.student,
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

  const load = async (asked: CommandContext, maps: Maps, today: IsoDate): Promise<Loaded> => {
    const commandId = await studios.sampleSeed(asked);
    const context = { ...asked, commandId };
    const { studioId } = context;
    const teacherIds = new Map(sampleTeachers.map(({ key }) => [key, derivedId(commandId, `teacher ${key}`)]));
    const studentIds = new Map(
      sampleStudents.map((sample) => [fullName(sample), derivedId(commandId, `student ${fullName(sample)}`)]),
    );
    const addresses = new Map<string, LocatedAddress>();
    const done: Executed<EventCategory>[] = [];
    // Sequential: teachers are listed in the order in which they were added.
    for (const sample of sampleTeachers)
      done.push(await registerSampleTeacher(part(context, sample.key), maps, teacherIds.get(sample.key) ?? '', sample));
    await Promise.all(
      sampleStudents.map(async (sample) => {
        const studentId = studentIds.get(fullName(sample)) ?? '';
        const located = await locate(maps, { address: sample.address, city: null, zipCode: null });
        addresses.set(studentId, located);
        done.push(await registerSampleStudent(part(context, studentId), studentId, { sample, located, today }));
        const teacherId = sample.teacher === null ? undefined : teacherIds.get(sample.teacher);
        if (teacherId === undefined) return;
        const stream = roster.studentStream(studioId, studentId);
        const assigned = await roster.students.execute(stream, part(context, `assign ${studentId}`), {
          input: { teacherId },
          decide: assignTeacher({ assignmentId: derivedId(studentId, 'assignment'), teacherId }),
        });
        done.push(assigned);
      }),
    );
    for (const [i, entry] of sampleEntries.entries())
      done.push(
        await enter(part(context, `entry ${i}`), today, entry, {
          lesson: derivedId(commandId, `entry ${i}`),
          teacher: teacherIds.get(entry.teacher) ?? '',
          student: entry.student === undefined ? null : (studentIds.get(entry.student) ?? null),
        }),
      );
    const billed = sampleStudents.flatMap((sample) => {
      const { monthly, rate, teacher: key } = sample;
      if (!monthly) return [];
      const studentId = studentIds.get(fullName(sample)) ?? '';
      const teacher = sampleTeachers.find((one) => one.key === key);
      return {
        studentId,
        studentName: fullName(sample),
        address: addresses.get(studentId) ?? { address: sample.address, city: null, zipCode: null },
        teacher: teacher ? { teacherId: teacherIds.get(teacher.key) ?? '', name: teacher.name } : null,
        monthlyRateCents: monthly.rate * 100,
        perLessonRateCents: inCents(rate),
        status: monthly.invoice,
      };
    });
    done.push(...(await makeSampleInvoices(services, part(context, 'invoices'), billed, today)));
    return { batchId: done.some(({ repeated }) => !repeated) ? commandId : null };
  };

  const counts = async (studioId: string) => {
    const teachers = (await listTeachers(teachersModel.read(models), studioId)).filter(({ sample }) => sample);
    const students = (await listStudents(studentsModel.read(models), studioId)).filter(({ sample }) => sample);
    return { teachers, students };
  };

  /** What loading adds to what is there already. */
  const growth = async (studioId: string): Promise<Growth> => {
    const { teachers, students } = await counts(studioId);
    return {
      teachers: sampleTeachers.length - teachers.length,
      students: sampleStudents.length - students.length,
      lessons: teachers.length === 0 ? sampleEntries.length : 0,
    };
  };

  return {
    /** @throws RuleBroken before anything is loaded when the studio would become too large */
    load: async (context: CommandContext, maps: Maps, today: IsoDate): Promise<Loaded> =>
      sizes.adding(context.studioId, await growth(context.studioId), () => load(context, maps, today)),
    status: async (studioId: string) => {
      const { teachers, students } = await counts(studioId);
      return { loaded: teachers.length + students.length > 0, teachers: teachers.length, students: students.length };
    },
    remove: async (context: CommandContext, today: IsoDate): Promise<Loaded> => {
      const { studioId } = context;
      const done: Executed<EventCategory>[] = [await studios.forgetSample(part(context, 'forget'))];
      const { teachers, students } = await counts(studioId);
      const studentIds = students.map(({ student_id: id }) => id);
      done.push(await removeInvoicesOf(services, part(context, 'invoices'), studentIds));
      for (const { teacher_id: id } of teachers)
        done.push(
          await roster.teachers.execute(roster.teacherStream(studioId, id), part(context, id), {
            input: { id },
            decide: removeTeacher(today),
          }),
        );
      await Promise.all(
        students.map(async ({ student_id: id }) => {
          const removed = await roster.students.execute(roster.studentStream(studioId, id), part(context, id), {
            input: { id },
            decide: removeStudent(today),
          });
          done.push(removed);
        }),
      );
      return { batchId: done.some(({ batchId }) => batchId !== null) ? context.commandId : null };
    },
  };
};
export type SampleStudio = ReturnType<typeof sampleStudio>;
