import type { FamilyQuestion } from '@rondo/contracts/api/calendars/family-page.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { firstNames, type FamilyOfRecipient } from './recipients.ts';

// What a teacher asks a family before lessons of a day change, on the family's page.

/** The family whose page it is, and how its link names what it shows. */
type Reader = {
  readonly studioId: string;
  readonly family: FamilyOfRecipient;
  readonly refOf: (kind: string, id: string) => string;
};

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

export const questionRef = ({ refOf: of }: Pick<Reader, 'refOf'>, { repairId, studentId }: AskedOfFamily): string =>
  of('asked', `${repairId} ${studentId}`);

/** All that a family was asked; nothing where its link shows invoices alone. */
export const questionsOn = async (rooms: QuestionRooms, { studioId, family }: Reader) =>
  family.recipient.gets === 'invoices' ? [] : rooms.of(studioId, firstNames(family));

/** The questions on a page: those that an answer still counts for. */
export const questionsSeen = async (rooms: QuestionRooms, reader: Reader): Promise<FamilyQuestion[]> =>
  (await questionsOn(rooms, reader))
    .filter(({ isOpen }) => isOpen)
    .map((one) => ({ ref: questionRef(reader, one), text: one.text, until: one.until, answer: one.answer }));
