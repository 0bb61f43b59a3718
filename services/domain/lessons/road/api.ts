import { getDay } from '@rondo/contracts/api/road/day.ts';
import { markTold, reportDelay, stampStop } from '@rondo/contracts/api/road/notes.ts';
import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { studioNow } from '../../studio/clock.ts';
import { report, stamp, tell, type RoadServices } from './commands.ts';
import { mileageRoutes } from './mileage/api.ts';
import { roadDay } from './day.ts';

const mostDays = 366;

/** The day on the road. */
export const roadRoutes = (services: RoadServices): Route[] => [
  ...mileageRoutes(services),
  route(getDay, async ({ query }, { actor: { studioId } }) => {
    const { today } = await studioNow(services, studioId);
    if (Math.abs(daysBetween(today, query.date)) > mostDays)
      throw new InvalidInput(`A day can be at most ${mostDays} days from today.`);
    return roadDay(services, studioId, query);
  }),
  route(stampStop, async ({ body }, context) => {
    const { executed, row } = await stamp(services, context.command, body);
    const { teacherId, lessonId } = row;
    return answered(services, context, {
      executed,
      id: lessonId,
      read: async () =>
        (await roadDay(services, context.actor.studioId, { teacherId, date: body.date })).stops.find(
          (stop) => stop.lessonId === lessonId,
        ),
    });
  }),
  route(reportDelay, async ({ body }, context) => {
    const executed = await report(services, context.command, body);
    const read = () => roadDay(services, context.actor.studioId, body);
    return answered(services, context, { executed, id: body.lessonId, read });
  }),
  route(markTold, async ({ body }, context) => {
    const executed = await tell(services, context.command, body);
    const read = () => roadDay(services, context.actor.studioId, body);
    return answered(services, context, { executed, id: body.teacherId, read });
  }),
];
