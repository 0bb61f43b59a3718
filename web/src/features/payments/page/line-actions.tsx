import type { Account, AccountLine } from '@rondo/contracts/api/payer-accounts.ts';
import type { Charge } from '@rondo/contracts/api/charges.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { Banknote, Receipt, ListChecks, PencilLine, Trash2, Undo2 } from 'lucide-react';
import { goTo } from '../../../lib/page/navigation.ts';
import { invoicePath } from '../../../lib/paths.ts';
import { confirm } from '../../../ui/overlays/confirm.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { deleteOpening, voidPayment, voidRefund } from '../commands.ts';
import type { Source } from '../dialogs/AllocationsDialog.tsx';
import { opensAgain } from '../model/consequences.ts';
import { titleOf } from '../model/words.ts';

/** The dialog that a page of an account has open. */
export type OpenDialog =
  | { readonly kind: 'record'; readonly invoiceId?: string }
  | { readonly kind: 'change'; readonly payment: Payment }
  | { readonly kind: 'refund'; readonly payment: Payment | null }
  | { readonly kind: 'allocations'; readonly source: Source }
  | { readonly kind: 'opening'; readonly line: AccountLine | null }
  | { readonly kind: 'charge'; readonly charge: Charge | null }
  | { readonly kind: 'statement' }
  | { readonly kind: 'family' };

const sentences = (all: readonly string[]) => all.map((text) => <p key={text}>{text}</p>);

const confirmVoiding = (account: Account, payment: Payment): void => {
  const { amount, currency, allocations, unallocated } = payment;
  confirm({
    title: 'Void payment?',
    text: sentences([
      `The payment of ${moneyText(amount, currency)} no longer counts.`,
      ...opensAgain(account, allocations, currency),
      ...(unallocated > 0 ? [`Its credit of ${moneyText(unallocated, currency)} goes away.`] : []),
    ]),
    action: 'Void payment',
    danger: true,
    run: (close) => voidPayment(payment, close),
  });
};

const confirmVoidedRefund = ({ id, amount, currency }: AccountLine): void =>
  confirm({
    title: 'Void refund?',
    text: sentences([
      `The refund of ${moneyText(Math.abs(amount ?? 0), currency)} no longer counts.`,
      'What it took pays again where it can, and is credit where it cannot.',
    ]),
    action: 'Void refund',
    danger: true,
    run: (close) => voidRefund(id, close),
  });

const confirmDeletion = (account: Account, line: AccountLine): void => {
  const { id, amount, currency, allocations } = line;
  confirm({
    title: 'Delete opening balance?',
    text: sentences(
      (amount ?? 0) > 0
        ? ['It is no longer owed. What paid it becomes credit.']
        : ['The credit goes away.', ...opensAgain(account, allocations, currency)],
    ),
    action: 'Delete',
    danger: true,
    run: (close) => deleteOpening(id, close),
  });
};

const ofPayment = (account: Account, payment: Payment, open: (dialog: OpenDialog) => void): MenuEntry[] => {
  const { id, amount, refunded, currency, allocations, revision } = payment;
  const remaining = sumOf([amount, -refunded]);
  const source = { id, text: titleOf(payment), amount: remaining, currency, allocations, revision };
  return [
    { label: 'Change', icon: PencilLine, onSelect: () => open({ kind: 'change', payment }) },
    { label: 'Change what it pays', icon: ListChecks, onSelect: () => open({ kind: 'allocations', source }) },
    { label: 'Refund', icon: Undo2, disabled: remaining === 0, onSelect: () => open({ kind: 'refund', payment }) },
    {
      label: 'Void payment',
      icon: Trash2,
      danger: true,
      apart: true,
      onSelect: () => confirmVoiding(account, payment),
    },
  ];
};

/** What can be done with a line of an account. */
export const lineActions = (
  account: Account,
  line: AccountLine,
  payment: Payment | undefined,
  open: (dialog: OpenDialog) => void,
): MenuEntry[] => {
  const { kind, id, text, amount, currency, allocations, refunded, revision } = line;
  const source: Source = {
    id,
    text,
    amount: sumOf([Math.abs(amount ?? 0), -refunded]),
    currency,
    allocations,
    ...(revision === '' ? {} : { revision }),
  };
  const credit: MenuEntry = {
    label: 'Change what it pays',
    icon: ListChecks,
    onSelect: () => open({ kind: 'allocations', source }),
  };
  switch (kind) {
    case 'payment':
      return payment ? ofPayment(account, payment, open) : [];
    case 'refund':
      return [
        {
          label: 'Void refund',
          icon: Trash2,
          danger: true,
          onSelect: () => confirmVoidedRefund(line),
        },
      ];
    case 'invoice':
    case 'credit': {
      const isOpen = account.documents.some((one) => one.id === id);
      return [
        ...(isOpen
          ? [
              {
                label: 'Record payment',
                icon: Banknote,
                onSelect: () => open({ kind: 'record', invoiceId: id }),
              },
            ]
          : []),
        ...(kind === 'credit' ? [credit] : []),
        { label: 'View invoice', icon: Receipt, onSelect: () => goTo(invoicePath(text)) },
      ];
    }
    case 'opening':
      return [
        { label: 'Change', icon: PencilLine, onSelect: () => open({ kind: 'opening', line }) },
        ...((amount ?? 0) < 0 ? [credit] : []),
        {
          label: 'Delete',
          icon: Trash2,
          danger: true,
          apart: true,
          onSelect: () => confirmDeletion(account, line),
        },
      ];
    case 'joined':
      return [];
    default:
      return kind satisfies never;
  }
};
