import { answerQuestion, askFirst, listQuestions, withdrawQuestion } from '@rondo/contracts/api/road/questions.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { answered } from '../../../../platform/http/answer.ts';
import { route, type Route } from '../../../../platform/http/route.ts';
import { NotFound } from '../../../../platform/kit/errors.ts';
import type { RepairServices } from '../repair/services.ts';
import { answer, ask, withdraw } from './commands.ts';
import { allQuestions, questionsNow, questionViews } from './views.ts';

/** What families are asked before lessons of a day change. */
export const questionRoutes = (services: RepairServices): Route[] => {
  const named = async (studioId: string, repairId: string) => {
    const one = (await allQuestions(services, studioId)).find(({ question }) => question.repairId === repairId);
    if (!one) throw new NotFound('There is no such question.');
    return one;
  };
  const readOne = (studioId: string, repairId: string) => async () =>
    (await questionViews(services, studioId, [await named(studioId, repairId)]))[0];

  return [
    route(askFirst, async ({ params: { id }, body }, context) => {
      const { executed, repairId } = await ask(services, context.command, id, body);
      return answered(services, context, { executed, id: repairId, read: readOne(context.actor.studioId, repairId) });
    }),
    route(listQuestions, async ({ query: { teacherId } }, { actor: { studioId } }) => {
      const teacher = await findTeacher(teachersModel.read(services.models), studioId, teacherId);
      if (!teacher) throw new NotFound('There is no such teacher.');
      return questionsNow(services, studioId, { teacherId });
    }),
    route(answerQuestion, async ({ params: { id }, body }, context) => {
      const { studioId } = context.actor;
      const { teacherId } = await named(studioId, id);
      const executed = await answer(
        services,
        context.command,
        { teacherId, repairId: id },
        { ...body, byFamily: false },
      );
      return answered(services, context, { executed, id, read: readOne(studioId, id) });
    }),
    route(withdrawQuestion, async ({ params: { id } }, context) => {
      const { studioId } = context.actor;
      const { teacherId } = await named(studioId, id);
      const executed = await withdraw(services, context.command, { teacherId, repairId: id });
      return answered(services, context, { executed, id, read: readOne(studioId, id) });
    }),
  ];
};
