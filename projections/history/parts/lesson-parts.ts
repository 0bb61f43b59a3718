import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { LessonEvent, PlanEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { listed } from '@rondo/contracts/people/family-name.ts';
import type { RowOf } from '../../runner/read-model.ts';
import type { DeedName } from '../deed-names.ts';
import { partOf } from './deed-parts.ts';
import type { DeedPart, subjectsTable } from '../deeds-table.ts';

/** When a lesson is, and whose. */
export type LessonBrief = NonNullable<RowOf<typeof subjectsTable>['lesson']>;

export const briefOf = ({
  studentId,
  eventTitle: title,
  date,
  dayOfWeek,
  start,
  duration,
  validFrom,
}: Lesson): LessonBrief => ({
  studentId,
  title,
  date,
  dayOfWeek,
  start,
  duration,
  validFrom,
});

const days = (dayOfWeek: number): string => {
  const day = ([0, 1, 2, 3, 4, 5, 6] as const).find((one) => one === dayOfWeek) ?? 0;
  return `${longDayName(day)}s`;
};

/** "Wednesdays, 5:15 – 5:45 PM", "Mon, Dec 14, 2:45 – 3:15 PM". */
const spanOf = ({ date, dayOfWeek, start, duration }: LessonBrief): string =>
  `${date === null ? days(dayOfWeek) : shortDate(date)}, ${formatTimeRange(start, start + duration)}`;

/** "Wednesdays at 6:00 PM", "Fri, Dec 11, 2:45 PM". */
const timeOf = ({ date, dayOfWeek, start }: LessonBrief): string =>
  date === null ? `${days(dayOfWeek)} at ${formatTime(start)}` : `${shortDate(date)}, ${formatTime(start)}`;

/** "Theo Park on Tue, Dec 8", "Theo Park, Wednesdays at 6:00 PM". */
const lessonName = (whose: string, lesson: LessonBrief): string =>
  lesson.date === null ? `${whose}, ${timeOf(lesson)}` : `${whose} on ${shortDate(lesson.date)}`;

const isSameTime = (a: LessonBrief, b: LessonBrief): boolean =>
  a.date === b.date && a.dayOfWeek === b.dayOfWeek && a.start === b.start && a.duration === b.duration;

const fromDay = ({ date, validFrom }: LessonBrief): string =>
  date !== null || validFrom === null ? '' : ` from ${shortDate(validFrom)}`;

type Times = {
  /** The lesson before the event: of a new part of a series the earlier part, of a date that becomes its own its series. */
  readonly before: LessonBrief | null;
  /** The same on the date that the event is about. */
  readonly after: LessonBrief;
};

const moved = (whose: string, { before, after }: Times): string => {
  const from = before !== null && before.date !== null ? ` from ${shortDate(before.date)}` : '';
  return `Moved ${whose}${from} to ${timeOf(after)}${fromDay(after)}`;
};

/** What an event did to a lesson; null for what another event of the batch tells. */
export const lessonPart = (event: LessonEvent, { before, after }: Times): DeedPart | null => {
  const whose = after.studentId === null ? `“${after.title ?? 'Untitled'}”` : `{student:${after.studentId}}`;
  const { date } = after;
  const one = (deed: DeedName, text: string, more: Partial<DeedPart> = {}) =>
    partOf(deed, text, { studentId: after.studentId, date, ...more });
  const changed = (more: Partial<DeedPart> = {}): DeedPart => {
    if (before === null || isSameTime(before, after))
      return one('lessonEdit', `Changed ${lessonName(whose, after)}${fromDay(after)}`, more);
    const change = {
      before: spanOf(before),
      after: `${spanOf(after)}${after.date === null ? fromDay(after).replace(' from', ', from') : ''}`,
    };
    return one('move', moved(whose, { before, after }), { ...more, change });
  };
  switch (event.type) {
    case 'LessonCreated': {
      const { continues, status, source } = event.data.lesson;
      if (continues !== null) return changed({ continues });
      const verb = status === 'recommended' ? 'Recommended' : source === 'actual' ? 'Imported' : 'Added';
      return one('lessonAddition', `${verb} ${whose}, ${timeOf(after)}${fromDay(after)}`);
    }
    case 'LessonPlaced':
      return one('placement', `Placed ${whose}, ${timeOf(after)}`);
    case 'LessonKept':
      return one('acceptance', `Accepted ${whose}, ${timeOf(after)}`);
    case 'LessonEnded':
      return one('lessonEnd', `Ended ${whose}, ${timeOf(after)}, after ${shortDate(event.data.validTo)}`);
    case 'LessonReinstated':
      return one('return', `Put back ${whose}, ${timeOf(after)}`);
    case 'LessonRestored':
      return one('return', `Restored ${lessonName(whose, after)}`);
    case 'LessonDeleted':
      return one('lessonRemoval', `Deleted ${lessonName(whose, after)}`);
    case 'LessonSkipped':
      return one('lessonRemoval', `Deleted ${whose} on ${shortDate(event.data.date)}`, { date: event.data.date });
    case 'LessonPinned': {
      const { until } = event.data;
      return one('pin', `Pinned ${lessonName(whose, after)}${until === null ? '' : ` until ${shortDate(until)}`}`);
    }
    case 'LessonUnpinned':
      return one('unpin', `Unpinned ${lessonName(whose, after)}`);
    case 'LessonCancelled':
      return one('cancellation', `Cancelled ${lessonName(whose, after)}`);
    case 'LessonCancellationChanged':
      return one('cancellationEdit', `Changed the cancellation of ${lessonName(whose, after)}`);
    case 'LessonRescheduled':
    case 'LessonEdited':
      return changed();
    case 'LessonTakenOver':
      return one('transfer', `Transferred ${lessonName(whose, after)}`);
    case 'LessonReleased':
      return null;
  }
};

/** What a family cancelled that the pending plan has no lesson for. */
export const cancelledPart = (event: PlanEvent, teacherId: string): DeedPart | null => {
  const lesson = event.type === 'PlanCorrected' ? event.data.cancelled : null;
  if (!lesson) return null;
  const times = { before: null, after: briefOf(lesson) };
  const part = lessonPart({ type: 'LessonCancelled', data: { lesson } }, times);
  return part && { ...part, lessonId: lesson.lessonId, teacherId };
};

/** A pin says nothing of a lesson but what plans may do with it. */
export const kindOf = ({ type }: LessonEvent): { kind?: 'plans' } =>
  type === 'LessonPinned' || type === 'LessonUnpinned' ? { kind: 'plans' } : {};

type Attendance = Extract<PlanEvent, { type: 'AttendanceRecorded' }>;

/** The students whom an event of a schedule names. */
export const studentsAt = (event: PlanEvent): string[] =>
  event.type === 'AttendanceRecorded'
    ? [...new Set(event.data.entries.flatMap(({ studentId }) => studentId ?? []))]
    : isRequestEvent(event)
      ? [event.data.studentId]
      : [];

type RequestEvent = Extract<PlanEvent, { type: 'TimeRequested' | 'RequestAnswered' | 'RequestWithdrawn' }>;

export const isRequestEvent = (event: PlanEvent): event is RequestEvent =>
  event.type === 'TimeRequested' || event.type === 'RequestAnswered' || event.type === 'RequestWithdrawn';

const answerVerbs = { yes: 'Agreed to', no: 'Declined', offer: 'Offered other times for' } as const;

/** "Requested another time for Ann Lee on Tue, Dec 8". */
const requestPart = (event: RequestEvent, teacherId: string): DeedPart => {
  const { studentId, date } = event.data;
  const lesson = `{student:${studentId}} on ${shortDate(date)}`;
  const about = { teacherId, studentId, date };
  if (event.type === 'TimeRequested') return partOf('timeRequest', `Requested another time for ${lesson}`, about);
  if (event.type === 'RequestWithdrawn')
    return partOf('timeRequest', `Withdrew the request for another time for ${lesson}`, about);
  const { answer, byFamily } = event.data;
  const verb = byFamily ? 'Took the time that was offered for' : answerVerbs[answer];
  return partOf(
    'timeRequest',
    byFamily ? `${verb} ${lesson}` : `${verb}${answer === 'offer' ? '' : ' another time for'} ${lesson}`,
    about,
  );
};

/** "Recorded Nov 24: 5 taught, 1 not home". */
const attendancePart = (event: Attendance, teacherId: string): DeedPart => {
  const { entries } = event.data;
  const dates = entries.map(({ date }) => date).toSorted();
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  const countOf = (of: 'taught' | 'absent' | undefined): number =>
    entries.filter(({ record }) => record?.attendance === of).length;
  const counts = [
    [countOf('taught'), 'taught'],
    [countOf('absent'), 'not home'],
    [countOf(undefined), 'cleared'],
  ] as const;
  const counted = counts.flatMap(([count, word]) => (count === 0 ? [] : `${count} ${word}`)).join(', ');
  const when = first === last ? monthAndDay(first) : `${monthAndDay(first)} – ${monthAndDay(last)}`;
  const [only = null, ...others] = studentsAt(event);
  const about = { teacherId, studentId: others.length === 0 ? only : null, date: first === last ? first : null };
  return partOf('attendance', `Recorded ${when}: ${counted}`, about);
};

type RepairEvent = Extract<PlanEvent, { type: 'RepairApplied' | 'RepairAsked' | 'RepairAnswered' | 'RepairEnded' }>;

type HoldEvent = Extract<PlanEvent, { type: 'TimeHeld' | 'TimeReleased' }>;

const isRepairEvent = (event: PlanEvent): event is RepairEvent =>
  event.type === 'RepairApplied' ||
  event.type === 'RepairAsked' ||
  event.type === 'RepairAnswered' ||
  event.type === 'RepairEnded';

/** "Repaired Tue, Dec 1: Cy Diaz to 4:05 PM"; null for the end of a question of which an answer or a repair tells. */
const repairPart = (event: RepairEvent, teacherId: string): DeedPart | null => {
  const about = { teacherId, date: event.data.date };
  const day = shortDate(event.data.date);
  switch (event.type) {
    case 'RepairApplied':
    case 'RepairAsked': {
      const isAsked = event.type === 'RepairAsked';
      const moves = event.data.changes.map(({ studentId, start }) => `{student:${studentId}} to ${formatTime(start)}`);
      const verb = isAsked ? 'Asked about' : 'Repaired';
      return partOf(isAsked ? 'repairQuestion' : 'repair', `${verb} ${day}: ${listed(moves)}`, about);
    }
    case 'RepairAnswered': {
      const { studentId, answer } = event.data;
      const text = `{student:${studentId}} said ${answer} to the question about ${day}`;
      return partOf('repairQuestion', text, { ...about, studentId });
    }
    case 'RepairEnded': {
      const { outcome } = event.data;
      if (outcome === 'applied' || outcome === 'declined') return null;
      const verb = outcome === 'withdrawn' ? 'Withdrew' : 'Changed the day under';
      return partOf('repairQuestion', `${verb} the question about ${day}`, about);
    }
  }
};

/** "Held a time for a question": never for whom. Null for the end of a hold of which an answer to the question tells. */
const holdPart = (event: HoldEvent, teacherId: string): DeedPart | null => {
  if (event.type === 'TimeHeld') return partOf('inquiryHold', 'Held a time for a question', { teacherId });
  return event.data.outcome === 'released'
    ? partOf('inquiryHold', 'Released the time held for a question', { teacherId })
    : null;
};

/** What people record of a schedule besides its lessons and plans; null for any other event. */
export const schedulePart = (event: PlanEvent, teacherId: string): DeedPart | null => {
  if (event.type === 'AttendanceRecorded') return attendancePart(event, teacherId);
  if (event.type === 'TimeHeld' || event.type === 'TimeReleased') return holdPart(event, teacherId);
  if (isRepairEvent(event)) return repairPart(event, teacherId);
  return isRequestEvent(event) ? requestPart(event, teacherId) : null;
};

/** The time of a lesson before an event: its own, that of the part that it goes on with, or on its date that of its series. */
export const timeBefore = (
  lesson: Lesson | undefined,
  lessonOf: (lessonId: string) => LessonBrief | null,
  lessonId: string,
): LessonBrief | null => {
  const own = lessonOf(lessonId);
  if (own || !lesson) return own;
  const earlier = lessonOf(lesson.continues ?? lesson.seriesId ?? '');
  return earlier && lesson.originalDate !== null ? { ...earlier, date: lesson.originalDate } : earlier;
};
