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
import { NotFound } from '../../../platform/kit/errors.ts';

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

export const noInquiry = (): NotFound => new NotFound('There is no such question.');

type MadeData = Extract<InquiryEvent, { type: 'InquiryMade' }>['data'];

/** A question as the form made it; a no-op if it is there already. */
export const makeInquiry =
  (data: MadeData) =>
  ({ inquiry }: InquiryState): InquiryEvent[] =>
    inquiry ? [] : [{ type: 'InquiryMade', data }];

/** Closes a question; a no-op for a closed one. @throws NotFound */
export const closeInquiry = ({ inquiry }: InquiryState): InquiryEvent[] => {
  if (!inquiry) throw noInquiry();
  return inquiry.status === 'closed' ? [] : [{ type: 'InquiryClosed', data: { inquiryId: inquiry.inquiryId } }];
};

/** A question as it can be undone: that it was asked is not, that it was closed is. */
export const restorableInquiry: Restorable<typeof inquiryEvents, InquiryState, Pick<Inquiry, 'status'>> = {
  aggregate: inquiryAggregate,
  contentOf: ({ inquiry }) => inquiry && { status: inquiry.status },
  restoreTo: ({ inquiry }, target) => {
    if (!inquiry || !target || inquiry.status === target.status) return [];
    const data = { inquiryId: inquiry.inquiryId };
    return [target.status === 'closed' ? { type: 'InquiryClosed', data } : { type: 'InquiryReopened', data }];
  },
  nameOf: () => 'The question',
  refuses: ({ type }) => (type === 'InquiryMade' ? 'What a family asked stays until it is forgotten.' : null),
};

/** Forgets a question; a no-op if it is forgotten. */
export const forgetInquiry =
  (inquiryId: string) =>
  ({ forgotten }: InquiriesState): InquiriesEvent[] =>
    forgotten.has(inquiryId) ? [] : [{ type: 'InquiryForgotten', data: { inquiryId } }];
