import type { FamilyOutcome } from '@rondo/contracts/api/calendars/family-cancelling.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import { deadlineOf, noticeBefore } from '@rondo/contracts/policy/deciding.ts';
import { noticeInWords, outcomeInShares } from '@rondo/contracts/policy/words.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { cancelByFamily, refuseStarted, type OnPage } from '../../schedule/edit/cancelled-by-family.ts';
import { agreedOn, cancellationOf, type Agreement } from '../../schedule/edit/cancelling.ts';
import { agreementNow } from '../../schedule/time-off/agreement.ts';
import { closingFor, closuresNow } from '../../schedule/time-off/closures.ts';
import { studioNow } from '../../studio/clock.ts';
import { aroundChange, carryOut, type LessonDone, type LessonServices } from '../around-commands.ts';
import { countsTerms } from './commands.ts';
import { resultOf, type PriceOf } from './results.ts';

type Price = Awaited<ReturnType<PriceOf>>;
type Dated = { readonly row: Lesson; readonly date: IsoDate; readonly rows: readonly Lesson[] };

/** What a family may read of a result. */
const readOf = (
  { outcome, charge, refund, text }: ReturnType<typeof resultOf>,
  { billed, isMonthly }: Price,
  showsMoney: boolean,
): FamilyOutcome['outcome'] => {
  if (showsMoney) return { charge, refund, text };
  return { charge: null, refund: null, text: outcomeInShares(outcome, { isBilled: billed !== null, isMonthly }) };
};

/** What a cancellation by the family comes to at an instant. */
const resultAt = (agreement: Agreement, price: Price, { row, date, rows }: Dated, at: number) => {
  const { outcome } = cancellationOf(agreement, { by: 'family', noticeAt: at }, { row, date, rows });
  return resultOf({ by: 'family', outcome }, price, agreement.clock.today);
};

/** What cancelling a date now comes to for the family, and what it will come to later. @throws RuleBroken once it has begun */
const outcomeOnPage = (
  agreement: Agreement,
  price: Price,
  dated: Dated,
  { names, showsMoney, sealed }: Pick<OnPage, 'names' | 'showsMoney' | 'sealed'>,
): FamilyOutcome => {
  const { row, date } = dated;
  const { now, clock } = agreement;
  const start = { date, start: row.start, timeZone: clock.timeZone };
  refuseStarted(start, { ...clock, now });
  const result = resultAt(agreement, price, dated, now);
  const begins = startOf(date, row.start, clock.timeZone);
  const ends = (agreedOn(agreement, date)?.terms?.tiers ?? []).map((tier) => deadlineOf(tier, start));
  const spans: { from: number | null; until: number; text: string }[] = [];
  for (const until of [...new Set(ends.filter((at) => at < begins)), begins].toSorted((a, b) => a - b)) {
    const { text } = readOf(resultAt(agreement, price, dated, until), price, showsMoney);
    const before = spans.at(-1);
    if (before?.text === text) before.until = until;
    else spans.push({ from: before?.until ?? null, until, text });
  }
  const present = spans.find(({ until }) => until >= now);
  const [startTime, endTime] = [toTimeText(row.start), toTimeText(row.start + row.duration)];
  return {
    lesson: { ...names, date, startTime, endTime },
    notice: noticeInWords(noticeBefore(start, now) / 60_000),
    outcome: readOf(result, price, showsMoney),
    tiers:
      ends.length === 0
        ? []
        : spans.map(({ from, until, text }) => ({
            from: from === null ? null : instantAt(from),
            until: instantAt(until),
            text,
          })),
    until: present && present.until < begins ? instantAt(present.until) : null,
    expected: `${sealed(`${date} ${row.start}`)}.${sealed(JSON.stringify([result.outcome, result.charge, result.refund]))}`,
  };
};

/** Reads what cancelling comes to. */
export const familyOutcome = async (
  services: LessonServices,
  priceOf: PriceOf,
  { studioId, date, ...dated }: Dated & { readonly studioId: string },
  onPage: OnPage,
): Promise<FamilyOutcome> => {
  const { studentId, billedAs } = onPage;
  const [agreement, price] = await Promise.all([
    agreementNow(services, studioId),
    priceOf(studioId, { studentId, ...billedAs }),
  ]);
  return outcomeOnPage(agreement, price, { date, ...dated }, onPage);
};

/** What a date that is cancelled comes to, in what the family may read. */
export const cancelledFor = async (
  services: LessonServices,
  priceOf: PriceOf,
  studioId: string,
  { studentId, billedAs, showsMoney }: Pick<OnPage, 'studentId' | 'billedAs' | 'showsMoney'>,
  cancelled: Cancellation | null,
): Promise<FamilyOutcome['outcome']> => {
  const [price, { today }] = await Promise.all([
    priceOf(studioId, { studentId, ...billedAs }),
    studioNow(services, studioId),
  ]);
  return readOf(resultOf(cancelled ?? { by: null, outcome: null }, price, today), price, showsMoney);
};

type Refusing = { readonly expected: string; readonly message: string | undefined };

/** @throws RuleBroken with what holds now */
const refuseOther = (expected: string, outcome: FamilyOutcome, { row, date }: Dated): void => {
  if (expected === outcome.expected) return;
  const isMoved = expected.split('.')[0] !== outcome.expected.split('.')[0];
  throw new RuleBroken(
    isMoved
      ? `This lesson is now on ${longDate(date)}, at ${formatTime(row.start)}.`
      : `The outcome has changed: ${outcome.outcome.text}`,
    { outcome },
  );
};

/** Cancels a date for the family, if it comes to what the family was shown. */
export const cancelForFamily = async (
  services: LessonServices,
  priceOf: PriceOf,
  context: CommandContext,
  { target, teacherId, studentId, billedAs, ...reading }: OnPage,
  { expected, message }: Refusing,
): Promise<LessonDone> => {
  const { studioId } = context;
  const [closures, agreement, price] = await Promise.all([
    closuresNow(services, studioId),
    agreementNow(services, studioId),
    priceOf(studioId, { studentId, ...billedAs }),
  ]);
  const { now, clock } = agreement;
  const notice = { by: 'family', noticeAt: now } as const;
  const counts = countsTerms(agreement, notice);
  return carryOut(services, aroundChange, {
    context,
    input: { target, expected, message },
    lessonId: target.lessonId,
    teacherId,
    prepare: async (owner) => ({
      ...(counts && { studentIds: [studentId] }),
      decide: async (busy) => {
        const elsewhere = counts ? (await busy()).elsewhere(studentId) : [];
        return cancelByFamily({
          target,
          occurrenceId: derivedId(context.commandId, 'lesson'),
          ...clock,
          now,
          closedOn: closingFor(closures, owner).closedOn,
          record: (row, date, state) => {
            const dated = { row, date, rows: counts ? [...state.lessons.values(), ...elsewhere] : [] };
            refuseOther(expected, outcomeOnPage(agreement, price, dated, reading), dated);
            const cancellation = cancellationOf(agreement, notice, dated);
            return { ...cancellation, onPage: true, message: message || null };
          },
        });
      },
    }),
  });
};
