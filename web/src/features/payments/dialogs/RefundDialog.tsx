import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import { amountProblem, moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { useToday } from '../../../api/today.ts';
import { amountIn, typedText } from '../../../forms/amount-in.ts';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { useForm } from '../../../forms/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useRefund } from '../commands.ts';
import { endedBy, opensAgain } from '../model/consequences.ts';
import { moneyForm, type CheckedMoney, type MoneyValues } from '../model/money-form.ts';
import { titleOf } from '../model/words.ts';
import { MoneyFields } from './MoneyFields.tsx';

/** Records money that was given back: of a payment, or else of the credit. */
export const RefundDialog = (props: {
  readonly account: Account;
  readonly payment: Payment | null;
  readonly onClose: () => void;
}) => {
  const { account, payment, onClose } = props;
  const { payer } = account;
  const currency = payment?.currency ?? account.currency;
  const most = payment ? sumOf([payment.amount, -payment.refunded]) : account.credit;
  const refund = useRefund();
  const errors = useMemo(() => fieldErrorsOf<MoneyValues>(refund.error), [refund.error]);
  const today = useToday();
  const { control, formState, handleSubmit } = useForm<MoneyValues, CheckedMoney>({
    resolver: zodResolver(moneyForm(currency)),
    defaultValues: {
      amount: typedText(most, currency),
      date: today,
      method: payment?.method ?? 'check',
      reference: '',
      note: '',
    },
    errors,
  });
  const amount = amountIn(useWatch({ control, name: 'amount' })) ?? 0;
  const isAmount = amountProblem(amount, currency) === null;
  const consequences = payment && isAmount ? opensAgain(account, endedBy(payment, amount), currency) : [];
  const submit = handleSubmit(({ amount: sum, date, method, reference }) =>
    refund
      .send({
        params: { payerId: payer.id },
        body: { amount: sum, date, method, reference, ...(payment ? { paymentId: payment.id } : {}) },
      })
      .then((done) => done && onClose()),
  );
  return (
    <FormDialog
      open
      title={payment ? 'Refund payment' : 'Refund credit'}
      subtitle={payment ? `${payer.name}, ${titleOf(payment)}` : payer.name}
      submit={isAmount ? `Refund ${moneyText(amount, currency)}` : 'Refund'}
      width="form"
      loading={refund.isPending}
      submitError={refund.error?.message ?? null}
      unconfirmed={isUnconfirmed(refund.error)}
      canSubmit
      dirty={formState.isDirty}
      bodyClassName="grid content-start gap-5 px-6 py-5 max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <MoneyFields
        control={control}
        currency={currency}
        today={today}
        amountHint={`Up to ${moneyText(most, currency)}. Rondo writes down the refund; it moves no money.`}
      />
      {consequences.length > 0 && (
        <ul aria-live="polite" className="grid gap-1 text-ink-2">
          {consequences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
};
