import { applyRepair, listRepairs } from '@rondo/contracts/api/road/repairs.ts';
import { repairsOf } from '../../../../optimizer/repair/search.ts';
import { answered } from '../../../../platform/http/answer.ts';
import { route, type Route } from '../../../../platform/http/route.ts';
import { lessonInList } from '../../../schedule/lookup/lessons.ts';
import { contactsOf } from '../contacts.ts';
import { apply } from './commands.ts';
import { dayToRepair } from './day.ts';
import type { RepairServices } from './services.ts';
import { leaveView, optionView, sentenceOf } from './views.ts';

/** How long a search may take, in milliseconds. */
const patience = 1000;

/** The time of a cancelled lesson, and what to do with it. */
export const repairRoutes = (services: RepairServices): Route[] => [
  route(listRepairs, async ({ params: { id }, query: { lessonDate: date, maxMove } }, { actor: { studioId } }) => {
    const day = await dayToRepair(services, studioId, { lessonId: id, date, maxMove });
    const contactOf = await contactsOf(services, studioId, day.students);
    const until = performance.now() + patience;
    const { options, proven } = repairsOf(day.search, () => performance.now() > until);
    return {
      leave: leaveView(day),
      options: options.map((option) => optionView(day, option, contactOf)),
      proven,
      sentence: sentenceOf(day, options.length, proven),
    };
  }),
  route(applyRepair, async ({ params: { id }, body }, context) => {
    const { executed, changed } = await apply(services, context.command, id, body);
    const { studioId } = context.actor;
    const read = async () => {
      const rows = await Promise.all(changed.map((lessonId) => lessonInList(services, studioId, lessonId)));
      return { lessons: rows.filter((row) => row !== undefined) };
    };
    return answered(services, context, { executed, id, read });
  }),
];
