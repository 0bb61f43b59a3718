import {
  attendanceCsv,
  attendanceReport,
  listAttendance,
  recordAttendance,
  type Attendance,
} from '@rondo/contracts/api/studio/attendance.ts';
import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { answeredAll } from '../../../platform/http/answer.ts';
import { csvOf, sendCsv } from '../../../platform/http/bodies/csv.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput, Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { momentAt } from '../../../platform/models/moments/as-of.ts';
import { actorNameOf, authorIn } from '../../accounts/users.ts';
import { studioNow } from '../../studio/clock.ts';
import type { RouteServices } from '../api.ts';
import { record } from './commands.ts';
import { attendedDates, attendedNow, attendedThen, type Attended, type Period } from './dates.ts';
import { reportColumns, reportOf } from './report.ts';

/** @throws InvalidInput */
const refusePeriod = ({ from, to }: Period, most: number): void => {
  if (to < from) throw new InvalidInput('"to" can\'t be before "from".');
  if (daysBetween(from, to) >= most) throw new InvalidInput(`Please choose a period of at most ${most} days.`);
};

const recordedIn = (attended: Attended, period: Period): Attendance[] =>
  attendedDates(attended, period).flatMap(({ rowId, date, takesPlace, record: found }) => {
    if (!takesPlace || !found) return [];
    const { attendance, minutesLate, charge, reason, at, by } = found;
    return [{ lessonId: rowId, date, attendance, minutesLate, charge, reason, at, by }];
  });

/** What was recorded is decided on the log as it is now. @throws Unavailable */
const catchUp = async ({ models, store }: Pick<Services, 'models' | 'store'>): Promise<void> => {
  const position = await store.head();
  if (position !== null && !(await models.reached(position, [lessonsModel, billingModel, timeoffModel])))
    throw new Unavailable('The latest changes are still being processed. Please try again in a moment.');
};

/** Who was at the lessons. */
export const attendanceRoutes = (services: RouteServices): Route[] => {
  /** With the names of those who recorded it. */
  const withNames = async (studioId: string, rows: readonly Attendance[]): Promise<Attendance[]> => {
    const names = new Map<string, string>();
    for (const { by } of rows)
      if (!names.has(by)) names.set(by, actorNameOf(await authorIn(services, studioId, by)) ?? 'Rondo');
    return rows.map((row) => ({ ...row, by: names.get(row.by) ?? 'Rondo' }));
  };
  const report = async (studioId: string, period: Period) => {
    refusePeriod(period, 400);
    const [attended, { timeZone }] = await Promise.all([
      attendedNow(services, studioId),
      studioNow(services, studioId),
    ]);
    return reportOf(attended, period, { now: services.now(), timeZone });
  };
  return [
    route(recordAttendance, async ({ body: { entries } }, context) => {
      const { studioId } = context.actor;
      await catchUp(services);
      const { executed, recorded, failed } = await record(services, context.command, entries);
      const body = { recorded: await withNames(studioId, recorded), failed: [...failed] };
      return answeredAll(services, context, executed, body);
    }),
    route(listAttendance, async ({ query }, { actor: { studioId } }) => {
      refusePeriod(query, 366);
      const { asOf } = query;
      if (asOf === undefined) return withNames(studioId, recordedIn(await attendedNow(services, studioId), query));
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [lessonsModel, billingModel, timeoffModel], async () =>
        withNames(studioId, recordedIn(await attendedThen(then.moment), query)),
      );
    }),
    route(attendanceReport, ({ query }, { actor: { studioId } }) => report(studioId, query)),
    route(attendanceCsv, async ({ query }, { actor: { studioId }, response }) => {
      const rows = await report(studioId, query);
      return sendCsv(response, `attendance-${query.from}-${query.to}.csv`, await csvOf(reportColumns, rows));
    }),
  ];
};
