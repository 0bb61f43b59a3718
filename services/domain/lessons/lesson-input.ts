import { closedDateOf, type ClosedDate } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { editLesson, rescheduleLesson } from '@rondo/contracts/api/lessons.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { listLessons } from '@rondo/projections/lessons/queries.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { dateInWeekOf, laterOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { changedDetails, type GivenDetails } from '@rondo/contracts/lessons/details.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { dayMissing, sentence } from '@rondo/contracts/lessons/rules.ts';
import { InvalidInput } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { loadStudent } from '../people/roster.ts';
import type { ManualEntry } from '../schedule/edit/entries.ts';
import type { LessonChanges } from '../schedule/edit/series-change.ts';
import { studioNow } from '../studio/clock.ts';

/** The fields of a lesson in API requests; absent fields stay unchanged. */
export type TypedLesson = GivenDetails & {
  readonly studentId?: string | null | undefined;
  readonly entryType?: 'lesson' | 'appointment' | undefined;
  readonly lessonDate?: string | null | undefined;
  readonly dayOfWeek?: DayOfWeek | null | undefined;
  readonly startTime?: string | undefined;
  readonly duration?: number | undefined;
};

export type TypedEntry = TypedLesson & {
  readonly entryType: 'lesson' | 'appointment';
  readonly startTime: string;
  readonly duration: number;
};

/** The named fields in the shape of events. */
export const changesOf = (typed: TypedLesson): LessonChanges => ({
  ...(typed.studentId === undefined ? {} : { studentId: typed.studentId }),
  ...(typed.entryType === undefined ? {} : { entryType: typed.entryType }),
  ...changedDetails(typed),
  ...(typed.dayOfWeek === undefined || typed.dayOfWeek === null ? {} : { dayOfWeek: typed.dayOfWeek }),
  ...(typed.startTime === undefined ? {} : { start: toMinutes(typed.startTime) }),
  ...(typed.duration === undefined ? {} : { duration: typed.duration }),
});

/** Both '' and null mean no date. */
export const dateIn = (text: string | null | undefined): IsoDate | null =>
  text === undefined || text === null || text === '' ? null : text;

/** @throws InvalidInput for an entry with neither a date nor a weekday */
const whenOf = (typed: TypedEntry, validFrom: IsoDate): ManualEntry['when'] => {
  const date = dateIn(typed.lessonDate);
  if (date !== null) return { kind: 'dated', date };
  if (typed.dayOfWeek === undefined || typed.dayOfWeek === null) throw new InvalidInput(sentence(dayMissing));
  return { kind: 'weekly', dayOfWeek: typed.dayOfWeek, validFrom };
};

/** An entry as entered in a form. @throws InvalidInput */
export const entryOf = (
  typed: TypedEntry,
  { lessonId, status, validFrom }: Pick<ManualEntry, 'lessonId' | 'status'> & { readonly validFrom: IsoDate },
): ManualEntry => ({
  lessonId,
  status,
  entryType: typed.entryType,
  studentId: typed.entryType === 'appointment' ? null : (typed.studentId ?? null),
  ...plainDetails,
  useInOptimization: typed.entryType === 'lesson',
  ...changedDetails(typed),
  start: toMinutes(typed.startTime),
  duration: typed.duration,
  when: whenOf(typed, validFrom),
});

/** The first possible day of a student's series; a removed student is unknown. @throws NotFound */
export const firstDayFor = async (
  services: Pick<Services, 'handlers' | 'settingsOf' | 'now'>,
  studioId: string,
  studentId: string | null | undefined,
): Promise<IsoDate> => {
  const { today } = await studioNow(services, studioId);
  if (studentId === null || studentId === undefined) return today;
  const { details } = await loadStudent(services, studioId, studentId);
  return laterOf(today, details.startDate ?? today);
};

/** The series and the date behind the id of a closed date; null for the id of a row. */
export const closedDateIn = async (
  { models }: Pick<Services, 'models'>,
  { studioId }: CommandContext,
  id: string,
): Promise<ClosedDate | null> => {
  const named = closedDateOf(id);
  if (!named) return null;
  const rows = await listLessons(lessonsModel.read(models), studioId, { lessonIds: [id] });
  return rows.length === 0 ? named : null;
};

/** A closed date of a series moves alone: what edits it so. */
export const moveOfClosed = (
  { seriesId, date }: ClosedDate,
  body: RequestOf<typeof rescheduleLesson>['body'],
): RequestOf<typeof editLesson> => {
  const { startTime, endTime, dayOfWeek, revision, ifFree, keep } = body;
  const length = endTime === undefined ? {} : { duration: toMinutes(endTime) - toMinutes(startTime) };
  const lessonDate = body.lessonDate ?? (dayOfWeek === undefined ? date : dateInWeekOf(date, dayOfWeek));
  return {
    params: { id: seriesId },
    body: { startTime, ...length, lessonDate, originalDate: date, editScope: 'single', revision, ifFree, keep },
  };
};
