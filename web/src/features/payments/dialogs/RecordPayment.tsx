import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import { amountProblem, moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { alreadyRecorded } from '@rondo/contracts/money/payment-methods.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { useToday } from '../../../api/today.ts';
import { amountIn, typedText } from '../../../forms/amount-in.ts';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { useForm } from '../../../forms/use-form.ts';
import { SelectOnDemand } from '../../../ui/fields/select-on-demand.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { LoadError, together } from '../../../ui/lists/query-state.tsx';
import { useRecordPayment } from '../commands.ts';
import { chosenParts, type Chosen } from '../model/chosen.ts';
import { moneyForm, type CheckedMoney, type MoneyValues } from '../model/money-form.ts';
import { partsOf } from '../model/pays.ts';
import { balanceWords } from '../model/words.ts';
import { accountQuery, paymentsQuery } from '../queries.ts';
import { MoneyFields } from './MoneyFields.tsx';
import { WhatItPays } from './WhatItPays.tsx';

export type PaymentFor = {
  readonly payerId: string;
  /** Paid first, and what the amount is filled in with; without it, all that is open. */
  readonly invoiceId?: string;
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What is owed in one of the account's currencies. */
const balanceIn = ({ currency: own, balance, others }: Account, currency: string): number =>
  currency === own ? balance : (others.find((one) => one.currency === currency)?.balance ?? 0);

/** All that is open in one of them. */
const openIn = ({ documents }: Account, currency: string): number =>
  sumOf(documents.filter((one) => one.currency === currency).map(({ open }) => open));

const openText = (open: number, currency: string): string => (open === 0 ? '' : typedText(open, currency));

const PaymentForm = (
  props: PaymentFor & {
    readonly account: Account;
    readonly payments: readonly Payment[];
    readonly onClose: () => void;
  },
) => {
  const { payerId, invoiceId, account, payments, onClose } = props;
  const last = payments.find(({ byStatus, voidedAt }) => !byStatus && voidedAt === null);
  const named = account.documents.find(({ id }) => id === invoiceId);
  const currencies = [...new Set([account.currency, ...account.documents.map(({ currency }) => currency)])];
  const hasOwn = account.documents.some(({ currency }) => currency === account.currency);
  const [currency, setCurrency] = useState(
    named?.currency ?? (hasOwn ? account.currency : (currencies.at(1) ?? account.currency)),
  );
  const documents = account.documents.filter((one) => one.currency === currency);
  const open = named?.open ?? openIn(account, currency);
  const today = useToday();
  const record = useRecordPayment();
  const errors = useMemo(() => fieldErrorsOf<MoneyValues>(record.error), [record.error]);
  const form = useForm<MoneyValues, CheckedMoney>({
    resolver: zodResolver(moneyForm(currency)),
    defaultValues: {
      amount: openText(open, currency),
      date: today,
      method: last?.method ?? 'check',
      reference: '',
      note: '',
    },
    errors,
  });
  const amount = amountIn(useWatch({ control: form.control, name: 'amount' })) ?? 0;
  const date = useWatch({ control: form.control, name: 'date' });
  const isRecorded = payments.some(
    (one) => one.voidedAt === null && one.date === date && one.amount === amount && one.currency === currency,
  );
  const isAmount = amountProblem(amount, currency) === null;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const first = invoiceId === undefined ? [] : [invoiceId];
  const parts = partsOf(isAmount ? amount : 0, documents, first);
  const submit = form.handleSubmit(({ amount: paid, date, method, reference }) =>
    record
      .send({
        payerId,
        amount: paid,
        date,
        method,
        reference,
        ...(currency === account.currency ? {} : { currency }),
        ...(chosen === null ? { invoiceIds: first } : { allocations: chosenParts(chosen) }),
      })
      .then((done) => done && onClose()),
  );
  return (
    <FormDialog
      open
      title="Record payment"
      subtitle={`${account.payer.name}, ${lowerFirst(balanceWords(balanceIn(account, currency), currency))}`}
      submit={isAmount ? `Record ${moneyText(amount, currency)}` : 'Record payment'}
      width="form"
      loading={record.isPending}
      submitError={record.error?.message ?? null}
      unconfirmed={isUnconfirmed(record.error)}
      notice={isRecorded ? alreadyRecorded({ amount, currency, date, from: account.payer.name }) : null}
      canSubmit
      dirty={form.formState.isDirty || chosen !== null}
      bodyClassName="grid content-start gap-5 px-6 py-5 max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <MoneyFields control={form.control} currency={currency} today={today} />
      {currencies.length > 1 && (
        <SelectOnDemand
          label="Currency"
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(value) => {
            setCurrency(value);
            setChosen(null);
            form.setValue('amount', openText(openIn(account, value), value));
          }}
        />
      )}
      <WhatItPays
        documents={documents}
        currency={currency}
        amount={isAmount ? amount : 0}
        parts={parts}
        chosen={chosen}
        onChoose={setChosen}
        after={balanceWords(sumOf([balanceIn(account, currency), isAmount ? -amount : 0]), currency)}
      />
    </FormDialog>
  );
};

/** Records a payment: filled in with what is open, today and the method of the last payment, so that one more click saves it. */
export const RecordPayment = (props: PaymentFor & { readonly onClose: () => void }) => {
  const { payerId, onClose } = props;
  const account = useQuery(accountQuery(payerId));
  const payments = useQuery(paymentsQuery(payerId));
  // What was read before the dialog opened may be out of date; once it is open, what is typed stays.
  const [opened, setOpened] = useState<{ readonly account: Account; readonly payments: readonly Payment[] } | null>(
    null,
  );
  if (opened === null && account.data && payments.data && !account.isFetching && !payments.isFetching)
    setOpened({ account: account.data, payments: payments.data });
  if (opened) return <PaymentForm {...props} {...opened} />;
  const loading = together([account, payments], undefined);
  return (
    <Dialog open title="Record payment" width="form" onClose={onClose}>
      <LoadError query={loading} failed={`The account did not load. ${loading.error?.message}`} />
      {!loading.error && (
        <WhileLoading label="Loading the account">
          <Skeleton className="h-80" />
        </WhileLoading>
      )}
    </Dialog>
  );
};
