import { earningsCsv, getEarnings } from '@rondo/contracts/api/road/earnings.ts';
import { sendCsv } from '../../../../platform/http/bodies/csv.ts';
import { route, type Route } from '../../../../platform/http/route.ts';
import type { LessonListServices } from '../../../schedule/lookup/lessons.ts';
import { earningsAsCsv, earningsIn, type IncomeIn } from './earnings.ts';

/** What teachers earn from door to door. @param incomeIn from billing, which knows what is and would be invoiced */
export const earningsRoutes = (services: LessonListServices, incomeIn: IncomeIn): Route[] => [
  route(getEarnings, ({ query }, { actor: { studioId } }) => earningsIn(services, studioId, query, incomeIn)),
  route(earningsCsv, async ({ query }, { actor: { studioId }, response }) =>
    sendCsv(
      response,
      `earnings-${query.from}-${query.to}.csv`,
      await earningsAsCsv(services, studioId, query, incomeIn),
    ),
  ),
];
