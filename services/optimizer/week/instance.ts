import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { z } from 'zod';

/** Maximum minute in a window: benchmark files use finer units and have days longer than 1440. */
const latestMinute = 100_000;

const wholeMinutes = (least: number) =>
  z
    .int(`must be a whole number of minutes`)
    .min(least, least === 0 ? 'cannot be negative' : `must be at least ${least}`)
    .max(latestMinute, `cannot be above ${latestMinute}`);

const dayOfWeek = z.literal([0, 1, 2, 3, 4, 5, 6], 'must be a weekday from 0 (Sunday) to 6 (Saturday)');
const identifier = z.string('must be text').min(1, 'cannot be empty');

/** An interval of one weekday in minutes after midnight, half-open. */
const windowSchema = z.object({ dayOfWeek, startTime: wholeMinutes(0), endTime: wholeMinutes(0) });
const place = { lat: z.number('must be a number'), lng: z.number('must be a number') };

const studentSchema = z.object({
  id: identifier,
  /** Time that the student has with others: no advice asks for it. The availability already excludes it. */
  taken: z.array(windowSchema, 'must be a list').optional(),
  lat: place.lat.nullish(),
  lng: place.lng.nullish(),
  lessonDuration: wholeMinutes(1),
  weight: z.number('must be a number').min(0, 'cannot be negative').default(1),
  availability: z.array(
    windowSchema.extend({ isPreferred: z.boolean('must be true or false').default(false) }),
    'must be a list',
  ),
});

const instanceSchema = z.object({
  name: z.string('must be text').default(''),
  startGrid: wholeMinutes(1).default(1),
  returnRule: z
    .enum(['home-by-end', 'last-lesson-by-end'], 'must be "home-by-end" or "last-lesson-by-end"')
    .default('home-by-end'),
  teacher: z.object(
    {
      home: z.object(place).nullish(),
      availabilityInterpretation: z
        .enum(['leave_home', 'start_lesson'], 'must be "leave_home" or "start_lesson"')
        .default('leave_home'),
      availability: z.array(windowSchema, 'must be a list of windows'),
    },
    'must be an object',
  ),
  fixedLessons: z
    .array(z.object({ studentId: identifier, dayOfWeek, startTime: wholeMinutes(0) }), 'must be a list')
    .default([]),
  blocked: z.array(windowSchema, 'must be a list of windows').default([]),
  /** Lessons that stand now. Each may stay where it is, off the grid too, where the hours of both still allow it. */
  standing: z
    .array(z.object({ studentId: identifier, dayOfWeek, startTime: wholeMinutes(0) }), 'must be a list')
    .optional(),
  students: z.array(studentSchema, 'must be a list'),
  /** Between two lessons at different addresses, besides the drive; not on the way from home or back. */
  minutesBetween: wholeMinutes(0).default(0),
  driveMinutes: z.array(z.array(z.number('must be a number'), 'must be a list of numbers'), 'must be a list of rows'),
});

/**
 * One week of one teacher to plan: the students, the availability of both sides, and the drives. Times are whole minutes after midnight.
 * `driveMinutes[a][b]` is the drive from a to b, where 0 is the teacher's home and i is `students[i - 1]`; it may be asymmetric and violate
 * the triangle inequality. Each window of the teacher is one tour home -> lessons -> home. `blocked` is time that is taken but is not a
 * stop: neither a lesson nor a drive may use it, and its place is ignored.
 */
export type Instance = z.infer<typeof instanceSchema>;

/** The input of `parseInstance`: optional fields may be absent. */
export type InstanceInput = z.input<typeof instanceSchema>;

/** A weekly lesson of a plan; its length is the student's `lessonDuration`. */
export type PlannedLesson = z.infer<typeof instanceSchema>['fixedLessons'][number];

/** An interval of one weekday, in minutes after midnight. */
export type WeeklyWindow = z.infer<typeof windowSchema>;

/** A malformed instance. The message is one sentence that names the field or the pair. */
export class InvalidInstance extends Error {
  override readonly name = 'InvalidInstance';
}

/** Parses an instance from JSON. @throws InvalidInstance for its first error */
export const parseInstance = (input: unknown): Instance => {
  const parsed = instanceSchema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw new InvalidInstance(describeIssue(parsed.error.issues));
  const instance = parsed.data;
  const complaint =
    complaintAboutWindows(instance) ??
    complaintAboutStudents(instance) ??
    complaintAboutDrives(instance) ??
    complaintAboutLessons(instance, 'fixedLessons', 'fixed') ??
    complaintAboutLessons(instance, 'standing', 'standing');
  if (complaint !== undefined) throw new InvalidInstance(complaint);
  return instance;
};

const describeIssue = (issues: readonly z.core.$ZodIssue[]): string => {
  const issue = issues[0];
  if (issue === undefined || issue.path.length === 0) return 'The instance must be a JSON object.';
  const path = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  const missing = issue.input === undefined;
  const message = issue.message.startsWith('Invalid input') ? 'must be an object' : issue.message;
  return `${path.slice(1)} ${missing ? 'is missing; it ' : ''}${message}.`;
};

type NamedWindow = WeeklyWindow & { readonly field: string };

const complaintAboutWindows = ({ teacher, students, blocked }: Instance): string | undefined => {
  const teachers = teacher.availability.map((window, i) => ({ ...window, field: `teacher.availability[${i}]` }));
  const all: NamedWindow[] = [
    ...teachers,
    ...blocked.map((window, i) => ({ ...window, field: `blocked[${i}]` })),
    ...students.flatMap(({ availability }, s) =>
      availability.map((window, i) => ({ ...window, field: `students[${s}].availability[${i}]` })),
    ),
  ];
  const backwards = all.find(({ startTime, endTime }) => endTime < startTime);
  if (backwards) return `${backwards.field} ends at ${backwards.endTime}, before it starts at ${backwards.startTime}.`;
  for (const [i, one] of teachers.entries()) {
    const other = teachers
      .slice(i + 1)
      .find((next) => next.dayOfWeek === one.dayOfWeek && overlaps(span(one), span(next)));
    if (other)
      return `${one.field} and ${other.field} overlap on ${shortDayName(one.dayOfWeek)}; make them one window.`;
  }
  return undefined;
};

const span = ({ startTime, endTime }: WeeklyWindow) => ({ start: startTime, end: endTime });

const complaintAboutStudents = ({ students }: Instance): string | undefined => {
  const seen = new Map<string, number>();
  for (const [i, { id }] of students.entries()) {
    const first = seen.get(id);
    if (first !== undefined) return `students[${i}].id "${id}" is already the id of students[${first}].`;
    seen.set(id, i);
  }
  return undefined;
};

const complaintAboutDrives = ({ students, driveMinutes }: Instance): string | undefined => {
  const nameOf = (node: number): string => (node === 0 ? 'home' : (students[node - 1]?.id ?? ''));
  const needed = students.length + 1;
  const rows = `home and ${students.length} ${students.length === 1 ? 'student' : 'students'} need ${needed}`;
  if (driveMinutes.length !== needed) return `driveMinutes has ${driveMinutes.length} rows, but ${rows}.`;
  for (const [from, row] of driveMinutes.entries()) {
    if (row.length !== needed)
      return `driveMinutes[${from}] (from ${nameOf(from)}) has ${row.length} entries, but ${rows}.`;
    const to = row.findIndex((minutes) => !Number.isInteger(minutes) || minutes < 0 || minutes > latestMinute);
    if (to >= 0)
      return `driveMinutes[${from}][${to}] (${nameOf(from)} to ${nameOf(to)}) is ${row[to]}; a drive ${Number(row[to]) < 0 ? 'cannot be negative' : `must be a whole number of minutes up to ${latestMinute}`}.`;
  }
  return undefined;
};

const complaintAboutLessons = (
  { students, ...lists }: Instance,
  field: 'fixedLessons' | 'standing',
  kind: string,
): string | undefined => {
  const known = new Set(students.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [i, { studentId }] of (lists[field] ?? []).entries()) {
    if (!known.has(studentId)) return `${field}[${i}].studentId "${studentId}" is no student of this instance.`;
    if (seen.has(studentId)) return `${field}[${i}]: ${studentId} already has a ${kind} lesson.`;
    seen.add(studentId);
  }
  return undefined;
};
