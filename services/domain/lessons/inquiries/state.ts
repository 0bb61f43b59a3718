import { inquiriesEvents, type InquiriesEvent } from '@rondo/contracts/events/schedule/inquiries.ts';
import {
  inquiryAfter,
  inquiryEvents,
  type Inquiry,
  type InquiryEvent,
} from '@rondo/contracts/events/schedule/inquiry.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly inquiry: CommandHandler<typeof inquiryEvents, InquiryState>;
    readonly inquiries: CommandHandler<typeof inquiriesEvents, InquiriesState>;
  }
}

export type InquiryState = { readonly inquiry: Inquiry | null };
export type InquiriesState = { readonly forgotten: ReadonlySet<string> };

/** One family's question. */
export const inquiryAggregate: Aggregate<typeof inquiryEvents, InquiryState> = {
  category: inquiryEvents,
  stateVersion: 1,
  initialState: () => ({ inquiry: null }),
  evolve: ({ inquiry }, event, { revision }) => ({
    inquiry: inquiryAfter(inquiry ?? undefined, event, revision) ?? null,
  }),
};

/** Which questions of a studio are forgotten. */
export const inquiriesAggregate: Aggregate<typeof inquiriesEvents, InquiriesState> = {
  category: inquiriesEvents,
  stateVersion: 1,
  initialState: () => ({ forgotten: new Set() }),
  evolve: ({ forgotten }, { data: { inquiryId } }) => ({ forgotten: new Set([...forgotten, inquiryId]) }),
};

export const inquiryStream = (studioId: string, inquiryId: string): string =>
  streamName(inquiryEvents, studioId, inquiryId);
export const inquiriesStream = (studioId: string): string => streamName(inquiriesEvents, studioId);

/** Held by what changes a question, or the time that is held for it. */
export const inquiryLock = (studioId: string, inquiryId: string): string => `question ${studioId} ${inquiryId}`;

export const noInquiry = (): NotFound => new NotFound('There is no such question.');

type MadeData = Extract<InquiryEvent, { type: 'InquiryMade' }>['data'];

/** A question as the form made it; a no-op if it is there already. */
export const makeInquiry =
  (data: MadeData) =>
  ({ inquiry }: InquiryState): InquiryEvent[] =>
    inquiry ? [] : [{ type: 'InquiryMade', data }];

export const answeredAlready = (): RuleBroken => new RuleBroken('This question was answered already.');

/** Notes as which student the child was added. @throws NotFound, RuleBroken */
export const addInquiry =
  (studentId: string) =>
  ({ inquiry }: InquiryState): InquiryEvent[] => {
    if (!inquiry) throw noInquiry();
    if (inquiry.status === 'added') throw answeredAlready();
    return [{ type: 'InquiryAdded', data: { inquiryId: inquiry.inquiryId, studentId } }];
  };

/** Closes a question; a no-op for a closed one. @throws NotFound, RuleBroken */
export const closeInquiry = ({ inquiry }: InquiryState): InquiryEvent[] => {
  if (!inquiry) throw noInquiry();
  if (inquiry.status === 'added') throw answeredAlready();
  return inquiry.status === 'closed' ? [] : [{ type: 'InquiryClosed', data: { inquiryId: inquiry.inquiryId } }];
};

type Answer = Pick<Inquiry, 'status' | 'studentId'>;

const eventTo = (inquiryId: string, { status, studentId }: Answer): InquiryEvent => {
  if (studentId !== null) return { type: 'InquiryAdded', data: { inquiryId, studentId } };
  return { type: status === 'closed' ? 'InquiryClosed' : 'InquiryReopened', data: { inquiryId } };
};

/** A question as it can be undone: that it was asked is not, what became of it is. */
export const restorableInquiry: Restorable<typeof inquiryEvents, InquiryState, { readonly answer: Answer }> = {
  aggregate: inquiryAggregate,
  contentOf: ({ inquiry }) => inquiry && { answer: { status: inquiry.status, studentId: inquiry.studentId } },
  restoreTo: ({ inquiry }, target) => {
    if (!inquiry || !target) return [];
    const { answer } = target;
    const isSame = inquiry.status === answer.status && inquiry.studentId === answer.studentId;
    return isSame ? [] : [eventTo(inquiry.inquiryId, answer)];
  },
  nameOf: () => 'The question',
  refuses: ({ type }) => (type === 'InquiryMade' ? 'What a family asked stays until it is forgotten.' : null),
};

/** Forgets a question; a no-op if it is forgotten. */
export const forgetInquiry =
  (inquiryId: string) =>
  ({ forgotten }: InquiriesState): InquiriesEvent[] =>
    forgotten.has(inquiryId) ? [] : [{ type: 'InquiryForgotten', data: { inquiryId } }];
