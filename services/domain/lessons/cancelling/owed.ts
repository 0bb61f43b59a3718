import type { OwedDate, OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import { closedDateId } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { addDays, daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { presentTerms } from '@rondo/contracts/events/schedule/timeoff.ts';
import { hasLapsed, isOwed, madeUpBy } from '@rondo/contracts/policy/charge.ts';
import { dateKey } from '../../schedule/edit/billed.ts';
import { agreedOn, owedInTerm, type Agreement } from '../../schedule/edit/cancelling.ts';
import { isTaught } from '../../schedule/lesson-dates.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { closedAmong } from '../../schedule/time-off/closures.ts';
import type { Around } from '../time-off/around.ts';

/** What an owed lesson has to know of money. */
export type OwedMoney = {
  readonly billed: ReadonlyMap<string, { readonly invoiceNumber: string; readonly cents: number }>;
  /** What a lesson costs each student, in cents. */
  readonly rates: ReadonlyMap<string, number>;
};

type Found = Pick<
  OwedDate,
  'lessonId' | 'lessonDate' | 'date' | 'by' | 'notice' | 'closure' | 'until' | 'state' | 'makeUp'
> & {
  readonly row: TaughtRow;
  readonly key: string;
};

const keyOf = ({ lesson }: TaughtRow, date: IsoDate): string =>
  isOccurrence(lesson) ? dateKey(lesson.seriesId, lesson.originalDate) : dateKey(lesson.lessonId, date);

/** A single date that is owed, or makes up for one. */
const ofRow = (row: TaughtRow, today: IsoDate): Found[] => {
  const { lessonId, status, cancellation, makesUp, date, start } = row.lesson;
  if (date === null) return [];
  const key = keyOf(row, date);
  const isCancelled = status === 'cancelled';
  if (isCancelled && cancellation && isOwed(cancellation.outcome)) {
    const { until } = cancellation.outcome;
    const state = hasLapsed(until, today) ? 'lapsed' : 'owed';
    const by = madeUpBy(cancellation);
    const { noticeAt, noticeMinutes } = cancellation;
    const notice = noticeAt === null || noticeMinutes === null ? null : { at: noticeAt, minutes: noticeMinutes };
    const missed = { lessonId, lessonDate: date, date: makesUp?.date ?? date };
    return [{ row, key, ...missed, by, notice, closure: null, until, state, makeUp: null }];
  }
  if (isCancelled || !makesUp) return [];
  const makeUp = { lessonId, date, startTime: toTimeText(start) };
  const { date: missed, by, until } = makesUp;
  const booked = { lessonDate: date, date: missed, by, notice: null, closure: null, until, state: 'booked' as const };
  return [{ row, key, lessonId, ...booked, makeUp }];
};

/** The closed dates for which lessons are owed. */
const ofClosures = ({ rows, closures }: Pick<Around, 'rows' | 'closures'>, today: IsoDate): Found[] => {
  const all = closures.flatMap(({ states }) => states.flatMap(({ closure }) => closure ?? []));
  const owing = all.filter(({ money }) => money === 'owed');
  if (owing.length === 0 && !rows.some(({ lesson }) => lesson.makesUp !== null)) return [];
  const kinds = new Map(closures.map((one) => [one.closureId, presentTerms(one)?.kind]));
  const closedOn = closedAmong(closures, rows);
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    closedOn,
  );
  const found = rows.flatMap((row) =>
    // A lesson that makes up for another is owed in whatever closes it.
    (row.lesson.makesUp === null ? owing : all).flatMap(({ from, to }) =>
      calendar.datesOf(row.lesson, from, to).flatMap((date): (readonly [string, Found])[] => {
        const by = date < from || date > to ? null : closedOn(row.lesson, date);
        if (by?.money !== 'owed') return [];
        const { closureId, reason, until = null } = by;
        const kind = kinds.get(closureId) ?? 'away';
        const closure = { id: closureId, kind, reason };
        const { lessonId: id, makesUp } = row.lesson;
        const lessonId = isWeekly(row.lesson) ? closedDateId({ seriesId: id, date }) : id;
        const key = keyOf(row, date);
        const owed = {
          row,
          key,
          lessonId,
          lessonDate: date,
          date: makesUp?.date ?? date,
          by: 'closure' as const,
          notice: null,
        };
        return [[key, { ...owed, closure, until, state: hasLapsed(until, today) ? 'lapsed' : 'owed', makeUp: null }]];
      }),
    ),
  );
  return [...new Map(found).values()];
};

const isOpen = ({ state, makeUp }: Found, today: IsoDate): boolean =>
  state === 'owed' || (makeUp !== null && makeUp.date >= today);

/** How many lessons each student is owed in today's term, and what is agreed about one more. */
export const owedThisTerm = (
  { policies, terms, clock: { today } }: Agreement,
  rows: readonly TaughtRow[],
): ((studentId: string) => OwedLesson['inTerm']) => {
  const { owedPerTerm: most = null, beyond = 100 } = agreedOn({ policies }, today)?.terms ?? {};
  if (most === null) return () => null;
  const lessons = rows.map(({ lesson }) => lesson);
  return (studentId) => ({ owed: owedInTerm(lessons, { studentId }, today, terms), most, beyond });
};

/** The lessons that are owed, soonest end first. */
export const owedAmong = (
  around: Around,
  { billed, rates }: OwedMoney,
  { studentId, state }: { readonly studentId?: string | undefined; readonly state: 'open' | 'all' },
): OwedDate[] => {
  const { people, clock } = around;
  const { today } = clock;
  const rows = around.rows.filter(
    (row) => isTaught(row) && (studentId === undefined || row.lesson.studentId === studentId),
  );
  const closed = ofClosures({ rows, closures: around.closures }, today);
  const keys = new Set(closed.map(({ key }) => key));
  const single = rows.flatMap((row) => ofRow(row, today)).filter(({ key }) => !keys.has(key));
  return [...single, ...closed]
    .filter((one) => (state === 'open' ? isOpen(one, today) : one.date >= addDays(today, -366)))
    .filter(({ row }) => people.has(row.lesson.studentId ?? ''))
    .toSorted(
      (a, b) =>
        ((a.until ?? '9') < (b.until ?? '9') ? -1 : (a.until ?? '9') > (b.until ?? '9') ? 1 : 0) ||
        (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) ||
        (a.lessonId < b.lessonId ? -1 : 1),
    )
    .map(({ row, key, ...found }) => {
      const { studentId: of, start, duration } = row.lesson;
      const bill = billed.get(key);
      return {
        studentId: of ?? '',
        studentName: people.get(of ?? '')?.name ?? '',
        teacherId: row.teacherId,
        startTime: toTimeText(start),
        duration,
        daysLeft: found.until === null ? null : Math.max(0, daysBetween(today, found.until)),
        amount: (bill?.cents ?? rates.get(of ?? '') ?? 0) / 100,
        billedOn: bill?.invoiceNumber ?? null,
        ...found,
      };
    });
};
