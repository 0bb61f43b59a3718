import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarEvents } from '@rondo/contracts/events/calendar.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { Schedules } from '../../schedule/schedules.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { analysisSteps, type Analysis, type ToCompare } from './analysis/analyze.ts';
import type { NamedStudent } from './analysis/names.ts';
import type { CalendarHandler, CalendarState } from './calendar-stream.ts';
import type { Applied } from './feed-states.ts';
import type { AddressPolicy } from './fetching/address-policy.ts';
import type { FeedHosts } from './fetching/feed-hosts.ts';
import { fetchFeed, type Validators } from './fetching/fetch-feed.ts';
import type { FeedContent, FeedReader } from './reading/feed-reader.ts';

const daysBack = 28;
const daysAhead = 26 * 7;
/** The name space of imported lessons' ids. */
const importedIds = 'b7a1a6f4-2f0c-4a55-9a55-0a4f5a1f6c1e';

export type TeacherFeed = { readonly teacherId: string; readonly teacherName: string; readonly address: string };

export type ReadContent = FeedContent & Validators;

/** What a feed is compared with, and the days that are compared: from today to 26 weeks ahead. */
export type Days = { readonly today: IsoDate; readonly to: IsoDate; readonly timeZone: string };

export type TeacherFeedDependencies = {
  readonly models: ReadModels;
  readonly schedules: Schedules;
  readonly clock: Pick<StudioClock, 'today'>;
  readonly handler: CalendarHandler;
  readonly policy: AddressPolicy;
  readonly hosts: FeedHosts;
  readonly reader: FeedReader;
};

/** Compares a feed with a schedule without blocking other work. */
export const analyzeInSteps = async (toCompare: ToCompare): Promise<Analysis> => {
  const pause = pauses();
  const steps = analysisSteps(toCompare);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
};

/** Reads teachers' feeds and compares them with their schedules. */
export const teacherFeeds = ({ models, schedules, clock, handler, policy, hosts, reader }: TeacherFeedDependencies) => {
  const streamOf = (studioId: string, teacherId: string): string => streamName(calendarEvents, studioId, teacherId);
  const stateOf = async (studioId: string, teacherId: string): Promise<CalendarState> =>
    (await handler.load(streamOf(studioId, teacherId))).state;

  const importedAs = (studioId: string, teacherId: string, key: string): string =>
    derivedId(importedIds, `${studioId} ${teacherId} ${key}`);

  return {
    importedAs,
    streamOf,
    stateOf,
    days: async (studioId: string): Promise<Days> => {
      const { today, timeZone } = await clock.today(studioId);
      return { today, to: addDays(today, daysAhead), timeZone };
    },
    /** The teachers with a calendar address. */
    list: async (studioId: string): Promise<TeacherFeed[]> =>
      (await listTeachers(teachersModel.read(models), studioId)).flatMap(({ teacher_id: teacherId, details }) => {
        const { calendarUrl, name } = details;
        return calendarUrl === null || calendarUrl === ''
          ? []
          : [{ teacherId, teacherName: name, address: calendarUrl }];
      }),
    students: async (studioId: string): Promise<NamedStudent[]> =>
      (await listStudents(studentsModel.read(models), studioId)).map(({ student_id: studentId, details }) => ({
        studentId,
        firstName: details.firstName,
        lastName: details.lastName,
      })),
    /** @returns null when the content is the one that the validators identify. @throws FeedUnreadable, TooMany */
    read: async (
      address: string,
      { today, to, timeZone }: Days,
      validators?: Validators,
    ): Promise<ReadContent | null> => {
      const fetched = await fetchFeed(address, { ...policy, hosts, ...(validators ? { validators } : {}) });
      if (fetched.kind === 'unchanged') return null;
      const { bytes, charset, etag, lastModified } = fetched;
      const content = await reader({ bytes, charset, timeZone, window: { from: addDays(today, -daysBack), to } });
      return { ...content, etag, lastModified };
    },
    /** Compares a feed with the teacher's schedule as it is now. */
    analysis: async (
      studioId: string,
      teacherId: string,
      { dates, isWhole, unread }: Pick<FeedContent, 'dates' | 'isWhole' | 'unread'>,
      {
        students,
        known,
        today,
        to,
      }: Pick<Days, 'today' | 'to'> & { readonly students: readonly NamedStudent[]; readonly known: Applied },
    ): Promise<Analysis & { readonly lessons: ReadonlyMap<string, Lesson> }> => {
      const [{ state }, { ties }] = await Promise.all([
        schedules.load(studioId, teacherId),
        stateOf(studioId, teacherId),
      ]);
      // The handler may change its state while this yields.
      const lessons = new Map(state.lessons);
      const analysis = await analyzeInSteps({
        lessons,
        dates,
        isWhole,
        unread,
        remembered: known.baseline ?? new Map(),
        students,
        ties: new Map([...ties].flatMap(([key, { studentId }]) => (studentId === null ? [] : [[key, studentId]]))),
        from: today,
        to,
        idOf: (key) => importedAs(studioId, teacherId, key),
      });
      return { ...analysis, lessons };
    },
  };
};
export type TeacherFeeds = ReturnType<typeof teacherFeeds>;
