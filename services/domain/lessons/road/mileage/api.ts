import { correctDay, getMileage, mileageCsv, stateYear } from '@rondo/contracts/api/road/mileage.ts';
import { answered } from '../../../../platform/http/answer.ts';
import { sendCsv } from '../../../../platform/http/bodies/csv.ts';
import { route, type Route } from '../../../../platform/http/route.ts';
import type { RoadServices } from '../commands.ts';
import { correct, state } from './commands.ts';
import { mileageAsCsv, mileageDay, mileageYear } from './year.ts';

/** What was driven, by tax year. */
export const mileageRoutes = (services: RoadServices): Route[] => [
  route(getMileage, ({ query }, { actor: { studioId } }) => mileageYear(services, studioId, query)),
  route(mileageCsv, async ({ query }, { actor: { studioId }, response }) =>
    sendCsv(response, `mileage-${query.year}.csv`, await mileageAsCsv(services, studioId, query)),
  ),
  route(correctDay, async (request, context) => {
    const executed = await correct(services, context.command, request);
    const read = () => mileageDay(services, context.actor.studioId, request.params);
    return answered(services, context, { executed, id: request.params.teacherId, read });
  }),
  route(stateYear, async (request, context) => {
    const executed = await state(services, context.command, request);
    const read = () => mileageYear(services, context.actor.studioId, request.params);
    return answered(services, context, { executed, id: request.params.teacherId, read });
  }),
];
