import { createTerm, deleteTerm, listTerms, updateTerm, type Term } from '@rondo/contracts/api/studio/terms.ts';
import type { EnteredTerm } from '@rondo/contracts/events/schedule/timeoff.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { listTerms as termsOf, termsInOrder } from '@rondo/projections/timeoff/queries.ts';
import { termsTable } from '@rondo/projections/timeoff/table.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered } from '../../../platform/http/answer.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { momentAt } from '../../../platform/models/moments/as-of.ts';
import { timeoffStream } from '../../schedule/time-off/state.ts';
import { changeTerm, enterTerm, removeTerm } from '../../schedule/time-off/terms.ts';
import type { TimeOffServices } from './around.ts';

const viewOf = ({ termId, revision, ...term }: EnteredTerm): Term => ({
  ...term,
  id: termId,
  revision: String(revision),
});

/** The terms of a studio. */
export const termRoutes = (services: TimeOffServices): Route[] => {
  const { handlers, models } = services;
  const termsNow = async (studioId: string): Promise<Term[]> =>
    (await termsOf(timeoffModel.read(models), studioId)).map(viewOf);
  const termIn = async (studioId: string, id: string): Promise<Term | undefined> =>
    (await termsNow(studioId)).find((one) => one.id === id);
  return [
    route(listTerms, ({ query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined) return termsNow(studioId);
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [timeoffModel], async () =>
        termsInOrder((await then.moment.of(timeoffModel)).rows(termsTable)).map(viewOf),
      );
    }),
    route(createTerm, async ({ body }, context) => {
      const { studioId } = context.actor;
      const id = derivedId(context.command.commandId, 'term');
      const executed = await handlers.timeoff.execute(timeoffStream(studioId), context.command, {
        input: body,
        decide: enterTerm(id, body),
      });
      return answered(services, context, { executed, id, read: () => termIn(studioId, id) });
    }),
    route(updateTerm, async ({ params: { id }, body: { revision: seen, ...changes } }, context) => {
      const { studioId } = context.actor;
      const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const executed = await handlers.timeoff.execute(timeoffStream(studioId), context.command, {
        input: { id, changes, seen },
        decide: changeTerm(id, { changes: named, seen }),
      });
      return answered(services, context, { executed, id, read: () => termIn(studioId, id) });
    }),
    route(deleteTerm, async ({ params: { id } }, context) => {
      const { studioId } = context.actor;
      const executed = await handlers.timeoff.execute(timeoffStream(studioId), context.command, {
        input: { id },
        decide: removeTerm(id),
      });
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
  ];
};
