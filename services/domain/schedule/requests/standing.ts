import type { ClosedOn } from '@rondo/contracts/calendar/closures/closures.ts';
import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { hasLapsed, isOwed } from '@rondo/contracts/policy/charge.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow, type StudioNow } from '../../studio/clock.ts';
import { rowOnPage } from '../edit/cancelled-by-family.ts';
import { allSchedules } from '../lookup/student-times.ts';
import { asRejected } from '../plan/as-rejected.ts';
import { occurrenceOn } from '../rows.ts';
import type { ScheduleState } from '../state.ts';
import { closingFor, closuresNow } from '../time-off/closures.ts';
import type { AskedTime, TimeRequest } from './state.ts';

// Whether a request still stands. One function for the family's page, the teacher's list and the decision inside the append.

/** A date of a lesson, with the row that has it. */
export type DatedRow = { readonly row: Lesson; readonly date: IsoDate };

/** What a request is judged by. `now`: in epoch milliseconds. */
export type Judging = Pick<StudioNow, 'today' | 'timeZone'> & {
  readonly now: number;
  readonly closedOn: ClosedOn<Lesson>;
};

type About = Pick<TimeRequest, 'lessonId' | 'originalDate' | 'owed' | 'date' | 'start' | 'studentId'>;

const owedRow = ({ lessons, ...state }: ScheduleState, { lessonId, date }: About): DatedRow | null => {
  const closed = closedDateOf(lessonId);
  const row = lessons.get(closed?.seriesId ?? lessonId);
  if (!row) return null;
  if (!closed || !isWeekly(row)) return row.date === null ? null : { row, date: row.date };
  const own = occurrenceOn({ lessons, ...state }, row.lessonId, date);
  return own ? { row: own, date: own.date } : { row, date: closed.date };
};

/** The date that a request is about, as the schedule has it now: what a pending plan replaces counts as it was. */
export const askedRow = (state: ScheduleState, about: About, today: IsoDate): DatedRow | null =>
  about.owed ? owedRow(state, about) : rowOnPage(asRejected(state, today).lessons, about);

/** The last day for what is owed; undefined when nothing is. */
const owedUntil = ({ row, date }: DatedRow, closedOn: Judging['closedOn']): IsoDate | null | undefined => {
  const outcome = row.cancellation?.outcome ?? null;
  if (row.status === 'cancelled') return isOwed(outcome) ? outcome.until : undefined;
  const closed = closedOn(row, date);
  return closed?.money === 'owed' ? (closed.until ?? null) : undefined;
};

/** Why a lesson can no longer be moved for what was asked; null when it can. */
const whyClosed = (about: About, found: DatedRow | null, judging: Judging): 'changed' | 'passed' | null => {
  if (found?.row.studentId !== about.studentId) return 'changed';
  const { row, date } = found;
  if (about.owed) {
    const until = date === about.date ? owedUntil(found, judging.closedOn) : undefined;
    if (until === undefined) return 'changed';
    return hasLapsed(until, judging.today) ? 'passed' : null;
  }
  if (date !== about.date || row.start !== about.start) return 'changed';
  if (startOf(date, row.start, judging.timeZone) <= judging.now) return 'passed';
  return row.status === 'cancelled' || judging.closedOn(row, date) !== null ? 'changed' : null;
};

/** A request as it stands now. */
export type Standing = {
  readonly request: TimeRequest;
  readonly found: DatedRow | null;
  readonly state: 'open' | 'offered' | 'yes' | 'no' | 'withdrawn' | 'closed';
  /** Why it is closed. */
  readonly because: 'changed' | 'passed' | null;
};

const standingIn = (state: ScheduleState, request: TimeRequest, judging: Judging): Standing => {
  const found = askedRow(state, request, judging.today);
  const is = request.answer?.is ?? 'open';
  if (is !== 'open' && is !== 'offer') return { request, found, because: null, state: is };
  const because = whyClosed(request, found, judging);
  return { request, found, because, state: because === null ? (is === 'open' ? 'open' : 'offered') : 'closed' };
};

type Reading = Pick<Services, 'handlers' | 'streams' | 'models' | 'settingsOf' | 'now'>;

/** Every request of a studio as it stands now, in the order in which a schedule has them. */
export const standingRequests = async (
  services: Reading,
  studioId: string,
): Promise<(Standing & { readonly teacherId: string })[]> => {
  const schedules = [...(await allSchedules(services, studioId))].filter(([, { state }]) => state.requests.size > 0);
  if (schedules.length === 0) return [];
  const [clock, closures] = await Promise.all([studioNow(services, studioId), closuresNow(services, studioId)]);
  return schedules.flatMap(([teacherId, { state }]) => {
    const judging = { ...clock, now: services.now(), closedOn: closingFor(closures, teacherId).closedOn };
    return [...state.requests.values()].map((request) => ({ ...standingIn(state, request, judging), teacherId }));
  });
};

const closedBecause = {
  changed: 'This request is closed: the lesson has changed.',
  passed: 'This request is closed: its time has passed.',
} as const;

/** A request that waits for what comes: an answer, or the family's choice among what was offered. @throws NotFound, RuleBroken */
export const waitingFor = (
  state: ScheduleState,
  requestId: string,
  waiting: 'open' | 'offered',
  judging: Judging,
): Standing & { readonly found: DatedRow } => {
  const request = state.requests.get(requestId);
  if (!request) throw new NotFound('There is no such request.');
  const standing = standingIn(state, request, judging);
  const { found, because } = standing;
  if (because !== null) throw new RuleBroken(closedBecause[because]);
  if (standing.state !== waiting || !found)
    throw new RuleBroken(
      `This request is closed: it was ${standing.state === 'withdrawn' ? 'withdrawn' : 'answered'}.`,
    );
  return { ...standing, found };
};

/** A time begins too late to be asked for or offered. */
export const hasBegun = ({ date, start }: AskedTime, { timeZone, now }: Pick<Judging, 'timeZone' | 'now'>): boolean =>
  startOf(date, start, timeZone) <= now;

/** @throws RuleBroken when the lesson has an open request, or can no longer be moved */
export const refuseAsking = (state: ScheduleState, about: About, judging: Judging): void => {
  const found = askedRow(state, about, judging.today);
  const because = whyClosed(about, found, judging);
  if (because === 'passed') throw new RuleBroken('This lesson has already started.');
  if (because === 'changed') throw new RuleBroken('This lesson has changed. Please reload this page.');
  const isAsked = [...state.requests.values()].some((one) => {
    const standing = standingIn(state, one, judging);
    const { row, date } = standing.found ?? {};
    return standing.state === 'open' && row?.lessonId === found?.row.lessonId && date === found?.date;
  });
  if (isAsked) throw new RuleBroken('You have already asked about this lesson.');
};
