import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Allocation } from '@rondo/contracts/api/payments.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { useState } from 'react';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { typedText } from '../../../forms/amount-in.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useSetAllocations } from '../commands.ts';
import { chosenParts, type Chosen } from '../model/chosen.ts';
import { leftOf } from '../model/pays.ts';
import { WhatItPays, type Payable } from './WhatItPays.tsx';

/** A payment, a credit or an opening credit: what there is to allocate, and what it pays now. */
export type Source = {
  readonly id: string;
  readonly text: string;
  /** Without what was refunded. */
  readonly amount: number;
  readonly currency: string;
  readonly allocations: readonly Allocation[];
  readonly revision?: string;
};

/** What the source may pay: what it pays already, as if it did not, and what else is open. */
const payables = ({ documents }: Account, { allocations, currency }: Source): Payable[] => {
  const open = documents.filter((one) => one.currency === currency);
  const closed = allocations
    .filter(({ to }) => !open.some(({ id }) => id === to))
    .map(({ to, number, amount }) => ({ id: to, number, open: amount, dueDate: null, currency }));
  const paid = (id: string): number => allocations.find(({ to }) => to === id)?.amount ?? 0;
  return [...closed, ...open.map((one) => ({ ...one, open: sumOf([one.open, paid(one.id)]) }))];
};

/** Changes what a source pays. */
export const AllocationsDialog = (props: {
  readonly account: Account;
  readonly source: Source;
  readonly onClose: () => void;
}) => {
  const { account, source, onClose } = props;
  const { id: from, text, amount, currency, allocations, revision } = source;
  const [chosen, setChosen] = useState<Chosen>(
    new Map(allocations.map(({ to, amount: paid }) => [to, typedText(paid, currency)])),
  );
  const set = useSetAllocations();
  const parts = chosenParts(chosen);
  const before = allocations.map((one) => `${one.to} ${one.amount}`).toSorted();
  const isDirty =
    parts
      .map((one) => `${one.to} ${one.amount}`)
      .toSorted()
      .join() !== before.join();
  return (
    <FormDialog
      open
      title="Change what it pays"
      subtitle={`${account.payer.name}, ${text}, ${moneyText(amount, currency)}`}
      submit="Save"
      width="form"
      loading={set.isPending}
      submitError={set.error?.message ?? null}
      unconfirmed={isUnconfirmed(set.error)}
      canSubmit={isDirty && leftOf(amount, parts) >= 0}
      dirty={isDirty}
      bodyClassName="px-6 py-5 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void set
          .send({
            params: { payerId: account.payer.id },
            body: { from, allocations: parts, ...(revision === undefined ? {} : { revision }) },
          })
          .then((done) => done && onClose());
      }}
      onClose={onClose}
    >
      <WhatItPays
        documents={payables(account, source)}
        currency={currency}
        amount={amount}
        parts={[]}
        chosen={chosen}
        onChoose={(next) => setChosen(next ?? new Map())}
        alwaysChosen
      />
    </FormDialog>
  );
};
