import { cancelLesson, changeCancellation, getCancellation } from '@rondo/contracts/api/studio/cancellations.ts';
import { epochMillisecondsOf, instantAt } from '@rondo/contracts/calendar/instants.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { deadlineOf, noticeBefore, untilOf } from '@rondo/contracts/policy/deciding.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput, NotFound } from '../../../platform/kit/errors.ts';
import { agreedOn, cancellationOf, refuseNotice, type Notice } from '../../schedule/edit/cancelling.ts';
import { allSchedules } from '../../schedule/lookup/student-times.ts';
import { agreementNow } from '../../schedule/time-off/agreement.ts';
import { occurrenceOn } from '../../schedule/rows.ts';
import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { answeredWithRow, type RouteServices } from '../api.ts';
import { listOwed } from '@rondo/contracts/api/studio/owed.ts';
import { aroundNow } from '../time-off/around.ts';
import { owedAmong, owedThisTerm, type OwedMoney } from './owed.ts';
import { cancel, changeCancelled } from './commands.ts';
import { resultOf, type PriceOf } from './results.ts';

/** Cancelling lessons by what is agreed, and what that comes to. */
export const cancellingRoutes = (
  services: RouteServices,
  priceOf: PriceOf,
  moneyOf: (studioId: string) => Promise<OwedMoney>,
): Route[] => {
  /** A lesson on one date, as the log has it. @throws NotFound, InvalidInput */
  const rowOn = async (studioId: string, requested: string, lessonDate: string | undefined) => {
    const closed = closedDateOf(requested);
    const all = [...(await allSchedules(services, studioId)).values()].map(({ state }) => state);
    const found = [requested, closed?.seriesId ?? requested]
      .flatMap((id) => all.flatMap((state) => (state.lessons.has(id) ? { state, id } : [])))
      .at(0);
    const row = found?.state.lessons.get(found.id);
    if (!found || !row) throw new NotFound('There is no such lesson.');
    const date = lessonDate ?? (found.id === requested ? row.date : (closed?.date ?? row.date));
    if (date === null) throw new InvalidInput('Please choose which date to cancel.');
    const own = isWeekly(row) ? occurrenceOn(found.state, row.lessonId, date) : row;
    const isDate = isWeekly(row)
      ? own !== undefined || (seriesDateInWeekOf(row, date) === date && !row.skips.includes(date))
      : row.date === date;
    if (!isDate) throw new InvalidInput(`This lesson does not take place on ${longDate(date)}.`);
    const rows = all.flatMap((state) => [...state.lessons.values()]);
    return { row: own ?? row, date: own?.date ?? date, originalDate: own?.originalDate ?? date, rows };
  };

  return [
    route(listOwed, async ({ query }, { actor: { studioId } }) => {
      const [around, money, agreement] = await Promise.all([
        aroundNow(services, studioId),
        moneyOf(studioId),
        agreementNow(services, studioId),
      ]);
      const inTerm = owedThisTerm(agreement, around.rows);
      return owedAmong(around, money, query).map((owed) => ({ ...owed, inTerm: inTerm(owed.studentId) }));
    }),
    route(cancelLesson, async (request, context) =>
      answeredWithRow(services, context, await cancel(services, context.command, request, priceOf)),
    ),
    route(changeCancellation, async (request, context) =>
      answeredWithRow(services, context, await changeCancelled(services, context.command, request)),
    ),
    route(getCancellation, async ({ params: { id }, query: { lessonDate, noticeAt } }, { actor: { studioId } }) => {
      const [agreement, { row, date, originalDate, rows }] = await Promise.all([
        agreementNow(services, studioId),
        rowOn(studioId, id, lessonDate),
      ]);
      const heardAt = noticeAt === undefined ? null : epochMillisecondsOf(noticeAt);
      const notice: Notice = { by: 'family', noticeAt: heardAt };
      refuseNotice(notice, agreement.now);
      const { today, timeZone } = agreement.clock;
      const start = { date, start: row.start, timeZone };
      const lessonId = row.seriesId ?? row.lessonId;
      const price = await priceOf(studioId, { studentId: row.studentId ?? '', lessonId, originalDate });
      const resultFor = (by: 'family' | 'teacher') => {
        const cancelled = cancellationOf(agreement, by === 'family' ? notice : { by, noticeAt: null }, {
          row,
          date,
          rows,
        });
        return { tier: cancelled.tier, result: resultOf(cancelled, price, today) };
      };
      const { tier, result: family } = resultFor('family');
      const version = agreedOn(agreement, date);
      return {
        date,
        startTime: toTimeText(row.start),
        rate: price.rateCents / 100,
        currency: price.currency,
        monthly: price.isMonthly,
        billedOn: price.billed?.invoiceNumber ?? null,
        noticeMinutes: Math.floor(noticeBefore(start, heardAt ?? agreement.now) / 60_000),
        family,
        teacher: resultFor('teacher').result,
        deadlines: (version?.terms?.tiers ?? []).map((deadline) => ({
          at: instantAt(deadlineOf(deadline, start)),
          hours: 'hours' in deadline ? deadline.hours : null,
          dayBefore: 'hours' in deadline ? null : deadline.dayBefore,
          outcome: deadline.outcome,
        })),
        late: version?.terms?.late ?? null,
        tier,
        owedUntil: untilOf(version, date),
        policyId: version?.policyId ?? null,
      };
    }),
  ];
};
