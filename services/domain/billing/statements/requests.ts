import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { StatementPrint } from '@rondo/contracts/events/billing/statements.ts';
import { statementSenderMissing } from '@rondo/contracts/money/invoice-limits.ts';
import { isDeepStrictEqual } from 'node:util';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { MailOutcome } from '../decide.ts';
import type { BillingState } from '../state.ts';

// Mails with statements: their requests, and how they end.

type StatementRequest = {
  readonly payerId: string;
  readonly mailId: string;
  readonly email: string;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  /** Whose name stands on it; null while the studio has none. */
  readonly sender: string | null;
  /** What the statement says of the accounts as they are. */
  readonly wording: (state: BillingState) => StatementPrint;
};

/** Has a statement mailed. Repeating it while the same one is queued is a no-op. @throws RuleBroken */
export const requestStatement =
  ({ sender, wording, ...request }: StatementRequest) =>
  (state: BillingState): BillingEvent[] => {
    if (sender === null) throw new RuleBroken(statementSenderMissing);
    const print = wording(state);
    const isQueued = [...state.statements.values()].some(
      (queued) =>
        queued.payerId === request.payerId &&
        queued.mail.email === request.email &&
        // It says the same, whenever it was asked for.
        isDeepStrictEqual({ ...queued.print, createdAt: 0 }, { ...print, createdAt: 0 }),
    );
    return isQueued ? [] : [{ type: 'StatementSendRequested', data: { ...request, print } }];
  };

/** Records how a mail with a statement ended; a no-op when that is recorded. */
export const recordStatement =
  (mailId: string, outcome: MailOutcome) =>
  ({ statements }: BillingState): BillingEvent[] => {
    const queued = statements.get(mailId);
    if (!queued) return [];
    const { payerId } = queued;
    return outcome.state === 'failed'
      ? [{ type: 'StatementMailFailed', data: { payerId, mailId, reason: outcome.reason } }]
      : [{ type: 'StatementMailSent', data: { payerId, mailId, savedAs: outcome.savedAs } }];
  };
