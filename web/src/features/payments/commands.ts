import type { Charge } from '@rondo/contracts/api/charges.ts';
import type { AccountLine, OpeningBalance } from '@rondo/contracts/api/payer-accounts.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import type { InputTo } from '../../api/calls.ts';
import { CatchingUp, command, commandAnswered, type Done } from '../../api/client.ts';
import { act, carryOut, send, useAction, useCommand } from '../../api/commands/command.ts';
import { counted } from '../../lib/texts.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { named, type Sending } from '../invoices/commands.ts';
import { documentNames } from './model/words.ts';

type Recorded = Pick<Payment, 'payer' | 'allocations' | 'unallocated' | 'currency'> & {
  readonly warnings: readonly string[];
};

/** What a payment pays, and what may be a mistake. */
const paidWords = ({ payer, allocations, unallocated, currency, warnings }: Recorded): string => {
  const parts = [
    ...(allocations.length === 0 ? [] : [documentNames(allocations)]),
    ...(unallocated === 0 ? [] : [`${moneyText(unallocated, currency)} credit`]),
  ];
  return [`${payer.name}: ${parts.join(', ')}`, ...warnings].join('. ');
};

type NewPayment = Omit<InputTo<'POST /api/payments'>['body'], 'preview'>;

export const useRecordPayment = () =>
  useAction((body: NewPayment) => command('POST /api/payments', { body }), {
    done: (answer, { amount, currency }) => {
      if (answer instanceof CatchingUp) return 'Payment recorded';
      return { title: `${moneyText(amount, currency ?? answer.currency)} recorded`, description: paidWords(answer) };
    },
    failed: null,
  });

type Changes = InputTo<'PATCH /api/payments/:id'>['body'];

/** @throws what the form shows */
export const changePayment = ({ id, revision }: Payment, changes: Omit<Changes, 'revision'>) =>
  carryOut(() => commandAnswered('PATCH /api/payments/:id', { params: { id }, body: { ...changes, revision } }), {
    done: (answer) => ({ title: 'Payment changed', description: paidWords(answer) }),
    failed: null,
  });

export const voidPayment = ({ id, payer, amount, currency }: Payment, onSaved: () => void) =>
  send(
    'POST /api/payments/:id/void',
    { params: { id }, body: {} },
    {
      onSaved,
      done: { title: `Payment of ${moneyText(amount, currency)} voided`, description: payer.name },
      failed: 'The payment could not be voided',
    },
  );

export const useRefund = () =>
  useCommand('POST /api/accounts/:payerId/refunds', {
    done: (answer, { body }) =>
      answer === null
        ? 'Refund recorded'
        : { title: `${moneyText(body.amount, answer.currency)} refunded`, description: answer.payer.name },
    failed: null,
  });

export const voidRefund = (id: string, onSaved: () => void) =>
  send(
    'POST /api/refunds/:id/void',
    { params: { id } },
    { onSaved, done: 'Refund voided', failed: 'The refund could not be voided' },
  );

export const useSetAllocations = () =>
  useCommand('PUT /api/accounts/:payerId/allocations', { done: 'What it pays is changed', failed: null });

export const applyCredit = (payerId: string, currency: string) =>
  act(() => commandAnswered('POST /api/accounts/:payerId/apply-credit', { params: { payerId } }), {
    done: ({ applied, allocations }) => ({
      title: `${moneyText(applied, currency)} of credit applied`,
      description: documentNames(allocations),
    }),
    failed: 'The credit could not be applied',
  });

type ChargeFields = Omit<InputTo<'POST /api/charges'>['body'], 'studentId'>;

/** A new charge, or a change of one that the form has read. @throws what the form shows */
export const saveCharge = (charge: Charge | null, studentId: string, fields: ChargeFields) =>
  carryOut(
    (): Promise<Done<Charge>> =>
      charge === null
        ? commandAnswered('POST /api/charges', { body: { studentId, ...fields } })
        : commandAnswered('PATCH /api/charges/:id', {
            params: { id: charge.id },
            body: { ...fields, revision: charge.revision },
          }),
    {
      done: ({ description, amount, currency }) => ({
        title: charge === null ? 'Charge added' : 'Charge changed',
        description: `${description}, ${moneyText(amount, currency)}`,
      }),
      failed: null,
    },
  );

export const removeCharge = ({ id, description }: Charge, onSaved: () => void) =>
  send(
    'DELETE /api/charges/:id',
    { params: { id } },
    { onSaved, done: { title: 'Charge removed', description }, failed: 'The charge could not be removed' },
  );

/** Invoices of some charges alone. */
export const invoiceCharges = (charges: readonly Charge[]) =>
  act(() => commandAnswered('POST /api/invoices/charges', { body: { chargeIds: charges.map(({ id }) => id) } }), {
    done: (invoices) => ({
      title: `${counted(invoices.length, 'invoice')} created`,
      description: invoices.map(({ invoiceNumber }) => invoiceNumber).join(', '),
    }),
    failed: 'The charges could not be invoiced',
  });

type Opening = InputTo<'POST /api/accounts/:payerId/opening-balances'>['body'];

/** A new opening balance, or a changed one, of the line that the form has read. @throws what the form shows */
export const saveOpening = (payerId: string, line: Pick<AccountLine, 'id' | 'revision'> | null, opening: Opening) =>
  carryOut(
    (): Promise<Done<OpeningBalance>> =>
      line === null
        ? commandAnswered('POST /api/accounts/:payerId/opening-balances', { params: { payerId }, body: opening })
        : commandAnswered('PATCH /api/opening-balances/:id', {
            params: { id: line.id },
            body: { ...opening, revision: line.revision },
          }),
    { done: line === null ? 'Opening balance added' : 'Opening balance changed', failed: null },
  );

export const deleteOpening = (id: string, onSaved: () => void) =>
  send(
    'DELETE /api/opening-balances/:id',
    { params: { id } },
    { onSaved, done: 'Opening balance deleted', failed: 'The opening balance could not be deleted' },
  );

type StatementMail = InputTo<'POST /api/accounts/:payerId/statement/send'>['body'];

/** Queues an email. Its outcome follows: the account says what became of it. */
export const useSendStatement = (
  payerId: string,
  { sendsMail, sender, onSaved }: Sending & { readonly onSaved: () => void },
) =>
  useAction(
    async (body: StatementMail) => {
      const { calls } = await named(sender);
      const done = await command('POST /api/accounts/:payerId/statement/send', { params: { payerId }, body });
      return { ...done, calls: [...calls, ...done.calls] };
    },
    {
      onSaved: (_, { email }) => {
        toast(
          sendsMail
            ? { title: 'Email queued', description: `The statement to ${email}` }
            : {
                title: `Prepared for ${email}`,
                description: 'This server sends no mail. The statement is a file on it.',
              },
        );
        onSaved();
      },
      done: null,
      failed: null,
      isFinal: true,
    },
  );
