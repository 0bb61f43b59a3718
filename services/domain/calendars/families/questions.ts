import type { FamilyQuestion } from '@rondo/contracts/api/calendars/family-page.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { familyOf, type FamilyCaller } from '../../../platform/http/callers/family.ts';
import { withBatch } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { answerAsked } from '@rondo/contracts/api/calendars/family-page.ts';
import type { Request } from 'express';
import type { Viewer } from './page.ts';
import { firstNames } from './recipients.ts';

// What a teacher asks a family before lessons of a day change, on the family's page.

/** What one family is asked: of one student. */
export type AskedOfFamily = Omit<FamilyQuestion, 'ref'> & {
  readonly teacherId: string;
  readonly repairId: string;
  readonly studentId: string;
  readonly isOpen: boolean;
};

type Answering = Pick<AskedOfFamily, 'teacherId' | 'repairId' | 'studentId'> & { readonly answer: 'yes' | 'no' };

/** What of questions other rooms do. */
export type QuestionRooms = {
  /** @param names of the family's students, by their ids */
  readonly of: (studioId: string, names: ReadonlyMap<string, string>) => Promise<readonly AskedOfFamily[]>;
  /** @throws RuleBroken once the question has ended, or the day has changed */
  readonly answer: (context: CommandContext, answering: Answering) => Promise<Executed<typeof scheduleEvents>>;
};

const refOf = ({ refOf: of }: Viewer, { repairId, studentId }: AskedOfFamily): string =>
  of('asked', `${repairId} ${studentId}`);

/** The questions on a page: those that an answer still counts for. */
export const questionsSeen = async (rooms: QuestionRooms, viewer: Viewer): Promise<FamilyQuestion[]> => {
  const all = await rooms.of(viewer.studioId, firstNames(viewer.family));
  return all
    .filter(({ isOpen }) => isOpen)
    .map((one) => ({ ref: refOf(viewer, one), text: one.text, until: one.until, answer: one.answer }));
};

const ended = 'This question has ended.';

/** A family answers on its page. */
export const familyQuestionRoutes = (
  services: Services,
  rooms: QuestionRooms,
  viewerBy: (request: Request, link: FamilyCaller) => Promise<Viewer>,
): Route[] => [
  route(answerAsked, async ({ params: { ref }, body: { answer } }, { request, command, endpoint }) => {
    const viewer = await viewerBy(request, familyOf(request));
    const all =
      viewer.family.recipient.gets === 'invoices' ? [] : await rooms.of(viewer.studioId, firstNames(viewer.family));
    const asked = all.find((one) => refOf(viewer, one) === ref);
    if (!asked) throw new NotFound('This is no longer on your page.');
    const { teacherId, repairId, studentId } = asked;
    try {
      const executed = await rooms.answer(command, { teacherId, repairId, studentId, answer });
      await services.models.isVisible(executed, endpoint);
    } catch (error) {
      // What has changed on the day is no family's business.
      if (!(error instanceof RuleBroken) || error.message === ended) throw error;
      throw new RuleBroken('The day has changed since. Please call or write.', {}, { cause: error });
    }
    return withBatch(null, { success: true });
  }),
];
