import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import type { AttendanceRecord } from '@rondo/contracts/policy/attendance.ts';
import { agreedOn, cancellationOf } from '../../domain/schedule/edit/cancelling.ts';
import { deleteEntirely } from '../../domain/schedule/edit/deletion.ts';
import { createEntry } from '../../domain/schedule/edit/entries.ts';
import { cancelLesson } from '../../domain/schedule/edit/one-date.ts';
import { onSchedule } from '../../domain/schedule/schedules.ts';
import type { ScheduleState } from '../../domain/schedule/state.ts';
import { agreementNow } from '../../domain/schedule/time-off/agreement.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';
import { sampleEntries, sampleTeachers, type SampleEntry, type SampleTeacher } from './data.ts';

// What the sample studio taught in the two weeks before this one: who was there, and who cancelled in time.

/** A weekly lesson of the two weeks before this one. */
type SamplePast = Omit<SampleEntry, 'student' | 'title' | 'address'> & {
  readonly student: string;
  /** The week in which the family cancelled it in time. */
  readonly cancelled?: 'last' | 'before';
  /** What was recorded of it last week. */
  readonly lastWeek?: 'taught' | 'late' | 'absent';
};

const [mon, tue, wed, thu, fri, sat] = [1, 2, 3, 4, 5, 6] as const;

/** What was taught before the studio used Rondo. */
const samplePast: readonly SamplePast[] = [
  { teacher: 'dana', student: 'Ava Lindqvist', day: mon, from: '14:15', minutes: 45, cancelled: 'last' },
  { teacher: 'dana', student: 'Theo Park', day: mon, from: '15:30', minutes: 30, lastWeek: 'taught' },
  { teacher: 'dana', student: 'Ben Ito', day: tue, from: '15:45', minutes: 30, lastWeek: 'taught' },
  { teacher: 'dana', student: 'Gus Harrington', day: tue, from: '17:00', minutes: 60, lastWeek: 'late' },
  { teacher: 'dana', student: 'Oliver Quist', day: wed, from: '17:15', minutes: 30, lastWeek: 'absent' },
  { teacher: 'dana', student: 'Zoe Adeyemi', day: thu, from: '14:30', minutes: 45, lastWeek: 'taught' },
  { teacher: 'dana', student: 'Jack Dunn', day: thu, from: '17:00', minutes: 45, lastWeek: 'taught' },
  { teacher: 'dana', student: 'Freya Olsen', day: sat, from: '09:45', minutes: 45, lastWeek: 'taught' },
  {
    teacher: 'marcus',
    student: 'Aiden Murphy',
    day: tue,
    from: '16:15',
    minutes: 45,
    cancelled: 'before',
    lastWeek: 'taught',
  },
  { teacher: 'marcus', student: 'Samuel Whitaker', day: wed, from: '18:00', minutes: 60, lastWeek: 'taught' },
  { teacher: 'marcus', student: 'Clara Jensen', day: fri, from: '15:30', minutes: 45, lastWeek: 'absent' },
];

type Sample = {
  readonly seed: string;
  readonly today: IsoDate;
  readonly teacherId: (key: SampleTeacher['key']) => string;
  readonly studentId: (fullName: string) => string;
  /** The command of a part of the batch. */
  readonly part: (name: string) => CommandContext;
};

type Past = SamplePast & { readonly lessonId: string; readonly firstDay: IsoDate };

const pastOf = (seed: string, key: SampleTeacher['key'], today: IsoDate): Past[] =>
  samplePast.flatMap((one, i) =>
    one.teacher === key
      ? [
          {
            ...one,
            lessonId: derivedId(seed, `past lesson ${i}`),
            // Weeks begin on Mondays; 0 is Sunday.
            firstDay: addDays(mondayOf(today), -14 + ((one.day + 6) % 7)),
          },
        ]
      : [],
  );

const cancelledId = (lessonId: string): string => derivedId(lessonId, 'cancelled');
const dateOf = ({ firstDay }: Past, week: 'last' | 'before'): IsoDate => addDays(firstDay, week === 'last' ? 7 : 0);

const taught =
  (past: readonly Past[], { studentId, today }: Sample) =>
  (state: ScheduleState): ScheduleEvent[] =>
    past
      .flatMap(({ lessonId, student, from, minutes, day, firstDay }) =>
        createEntry({
          lessonId,
          entryType: 'lesson',
          studentId: studentId(student),
          ...plainDetails,
          status: 'scheduled',
          start: toMinutes(from),
          duration: minutes,
          when: { kind: 'weekly', dayOfWeek: day, validFrom: firstDay },
        })(state),
      )
      .map((event) =>
        event.type === 'LessonCreated'
          ? {
              ...event,
              data: { ...event.data, lesson: { ...event.data.lesson, validTo: addDays(mondayOf(today), -1) } },
            }
          : event,
      );

const attended = (
  past: readonly Past[],
  {
    studentId,
    noShowOn,
    at,
    by,
  }: Pick<Sample, 'studentId'> & {
    readonly noShowOn: (date: IsoDate) => number;
    readonly at: (date: IsoDate) => number;
    readonly by: string;
  },
): ScheduleEvent[] => {
  const entries = past.flatMap((one) => {
    if (one.lastWeek === undefined) return [];
    const date = dateOf(one, 'last');
    const isAbsent = one.lastWeek === 'absent';
    const record: AttendanceRecord = {
      attendance: isAbsent ? 'absent' : 'taught',
      minutesLate: one.lastWeek === 'late' ? 10 : 0,
      charge: isAbsent ? noShowOn(date) : null,
      chosen: false,
      reason: null,
      at: instantAt(at(date)),
      by,
    };
    const { lessonId, student } = one;
    return { lessonId, week: mondayOf(date), studentId: studentId(student), date, record, before: null };
  });
  return entries.length === 0 ? [] : [{ type: 'AttendanceRecorded', data: { entries } }];
};

/** Teaches the two weeks before this one. What is agreed with the families is entered already. */
export const makeSamplePast = async (
  services: Pick<Services, 'handlers' | 'settingsOf' | 'now'>,
  sample: Sample,
  { studioId, actor }: CommandContext,
): Promise<Executed<EventCategory>[]> => {
  const agreement = await agreementNow(services, studioId);
  const { timeZone } = agreement.clock;
  const done: Executed<EventCategory>[] = [];
  for (const { key } of sampleTeachers) {
    const past = pastOf(sample.seed, key, sample.today);
    const on = (name: string, decide: (state: ScheduleState) => readonly ScheduleEvent[]) =>
      onSchedule(services, sample.part(`${name} of ${key}`), sample.teacherId(key), { input: name, decide });
    done.push(await on('past weeks', taught(past, sample)));
    for (const one of past) {
      if (one.cancelled === undefined) continue;
      const date = dateOf(one, one.cancelled);
      // Three days before, at the same time.
      const heardOn = addDays(date, -3);
      const heardAt = startOf(heardOn, toMinutes(one.from), timeZone);
      const then = { ...agreement, now: heardAt, clock: { ...agreement.clock, today: heardOn } };
      const cancelling = cancelLesson({
        lessonId: one.lessonId,
        revision: undefined,
        date,
        occurrenceId: cancelledId(one.lessonId),
        record: (row, day) => cancellationOf(then, { by: 'family', noticeAt: heardAt }, { row, date: day, rows: [] }),
      });
      done.push(await on(`cancelled ${one.lessonId}`, cancelling));
    }
    const attendance = attended(past, {
      studentId: sample.studentId,
      noShowOn: (date) => agreedOn(agreement, date)?.terms?.noShow ?? 100,
      // In the evening of the day.
      at: (date) => startOf(date, toMinutes('20:30'), timeZone),
      by: actor,
    });
    done.push(await on('attendance', () => attendance));
  }
  return done;
};

/** Takes back what the sample studio taught before it was loaded. */
export const removeSamplePast = async (
  services: Pick<Services, 'handlers'>,
  { seed, today, teacherId, part }: Omit<Sample, 'studentId'>,
): Promise<Executed<EventCategory>[]> => {
  const done: Executed<EventCategory>[] = [];
  for (const { key } of sampleTeachers) {
    const ids = pastOf(seed, key, today).flatMap(({ lessonId }) => [lessonId, cancelledId(lessonId)]);
    const command = { input: 'past weeks', decide: deleteEntirely(new Set(ids)) };
    done.push(await onSchedule(services, part(`past weeks of ${key}`), teacherId(key), command));
  }
  return done;
};

/** How many rows of lessons a load enters. */
export const sampleLessons =
  sampleEntries.length + samplePast.length + samplePast.filter(({ cancelled }) => cancelled !== undefined).length;
