import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import { closingFor, closuresNow } from '../../schedule/time-off/closures.ts';
import { studioNow } from '../../studio/clock.ts';
import { analysisSteps, type Analysis, type ToCompare } from './analysis/analyze.ts';
import type { NamedStudent } from './analysis/names.ts';
import { loadCalendar } from './state.ts';
import type { Applied } from './feed-states.ts';
import type { AddressPolicy } from './fetching/address-policy.ts';
import type { FeedHosts } from './fetching/feed-hosts.ts';
import { fetchFeed, type Validators } from './fetching/fetch-feed.ts';
import type { FeedContent, FeedReader } from './reading/feed-reader.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    /** Which addresses feeds may be read from, and how often. */
    readonly feedAccess: AddressPolicy & { readonly hosts: FeedHosts };
    readonly readFeed: FeedReader;
  }
}

const daysBack = 28;
const daysAhead = 26 * 7;
/** The name space of imported lessons' ids. */
const importedIds = 'b7a1a6f4-2f0c-4a55-9a55-0a4f5a1f6c1e';

export type TeacherFeed = { readonly teacherId: string; readonly teacherName: string; readonly address: string };

export type ReadContent = FeedContent & Validators;

/** What a feed is compared with, and the days that are compared: from today to 26 weeks ahead. */
export type Days = { readonly today: IsoDate; readonly to: IsoDate; readonly timeZone: string };

type ToAnalyze = {
  readonly content: Pick<FeedContent, 'dates' | 'isWhole' | 'unread'>;
  readonly students: readonly NamedStudent[];
  readonly known: Applied;
  readonly days: Pick<Days, 'today' | 'to'>;
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

export const importedAs = (studioId: string, teacherId: string, key: string): string =>
  derivedId(importedIds, `${studioId} ${teacherId} ${key}`);

export const comparedDays = async (services: Pick<Services, 'settingsOf' | 'now'>, studioId: string): Promise<Days> => {
  const { today, timeZone } = await studioNow(services, studioId);
  return { today, to: addDays(today, daysAhead), timeZone };
};

/** The teachers with a calendar address. */
export const listFeeds = async ({ models }: Pick<Services, 'models'>, studioId: string): Promise<TeacherFeed[]> =>
  (await listTeachers(teachersModel.read(models), studioId)).flatMap(({ teacher_id: teacherId, details }) => {
    const { calendarUrl, name } = details;
    return calendarUrl === null || calendarUrl === '' ? [] : [{ teacherId, teacherName: name, address: calendarUrl }];
  });

export const namedStudents = async ({ models }: Pick<Services, 'models'>, studioId: string): Promise<NamedStudent[]> =>
  (await listStudents(studentsModel.read(models), studioId)).map(({ student_id: studentId, details }) => ({
    studentId,
    firstName: details.firstName,
    lastName: details.lastName,
  }));

/** @returns null when the content is the one that the validators identify. @throws FeedUnreadable, TooMany */
export const readContent = async (
  { feedAccess, readFeed }: Pick<Services, 'feedAccess' | 'readFeed'>,
  address: string,
  { today, to, timeZone }: Days,
  validators?: Validators,
): Promise<ReadContent | null> => {
  const fetched = await fetchFeed(address, { ...feedAccess, ...(validators ? { validators } : {}) });
  if (fetched.kind === 'unchanged') return null;
  const { bytes, charset, etag, lastModified } = fetched;
  const content = await readFeed({ bytes, charset, timeZone, window: { from: addDays(today, -daysBack), to } });
  return { ...content, etag, lastModified };
};

/** Compares a feed with the teacher's schedule as it is now. */
export const analyzeFeed = async (
  services: Pick<Services, 'handlers' | 'models'>,
  studioId: string,
  teacherId: string,
  { content, students, known, days }: ToAnalyze,
): Promise<Analysis & { readonly lessons: ReadonlyMap<string, Lesson> }> => {
  const [{ state }, { ties }, closures] = await Promise.all([
    loadSchedule(services, studioId, teacherId),
    loadCalendar(services, studioId, teacherId),
    closuresNow(services, studioId),
  ]);
  // The handler may change its state while this yields.
  const lessons = new Map(state.lessons);
  const { dates, isWhole, unread } = content;
  const analysis = await analyzeInSteps({
    lessons,
    dates,
    isWhole,
    unread,
    remembered: known.baseline ?? new Map(),
    students,
    ties: new Map([...ties].flatMap(([key, { studentId }]) => (studentId === null ? [] : [[key, studentId]]))),
    closedOn: closingFor(closures, teacherId).closedOn,
    from: days.today,
    to: days.to,
    idOf: (key) => importedAs(studioId, teacherId, key),
  });
  return { ...analysis, lessons };
};
