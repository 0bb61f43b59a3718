import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import { balanceWord } from '@rondo/contracts/money/balance.ts';
import { moneyParts } from '@rondo/contracts/money/money.ts';
import type { ReactNode } from 'react';
import { useToday } from '../../../api/today.ts';
import { cn } from '../../../ui/cn.ts';
import { balanceNote } from '../model/words.ts';
import { Ledger } from './Ledger.tsx';
import type { OpenDialog } from './line-actions.tsx';
import { FamilyCard, hasSideCards, SideCards } from './SideCards.tsx';

// What a page of an account has, now and at a moment.

/** The balance in words, as the largest text, and what that means. */
const Balance = ({ account }: { readonly account: Account }) => {
  const { balance, currency, others } = account;
  const word = balanceWord(balance);
  const { whole, cents } = moneyParts(Math.abs(balance), currency);
  const { strong, text, late } = balanceNote(account, useToday());
  return (
    <div className="ml-auto max-desk:ml-0 max-desk:w-full max-desk:border-t max-desk:border-line max-desk:pt-2.5">
      <p className="text-figure font-figure whitespace-nowrap">
        {word === null ? (
          'Settled'
        ) : (
          <>
            {word} {whole}
            <span className="text-title leading-none font-medium tracking-[-0.01em] text-ink-2">{cents}</span>
          </>
        )}
      </p>
      <p className="text-ink-2">
        <b className={cn('font-strong', late ? 'text-warn' : 'text-ink')}>{strong}</b> {text}
      </p>
      {others.map((other) => (
        <p key={other.currency} className="text-ink-2">
          {other.inWords}
        </p>
      ))}
    </div>
  );
};

/** Whose account it is, and what is owed. */
export const AccountHead = (props: {
  readonly account: Account;
  readonly level?: 1 | 2;
  /** Who the payer is. */
  readonly children?: ReactNode;
}) => {
  const { account, level = 1, children } = props;
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <>
      <div className="min-w-0 pt-1 max-desk:w-full max-desk:pt-0">
        <Heading className="text-title font-title break-words">{account.payer.name}</Heading>
        {children ?? <p className="text-ink-2">Account</p>}
      </div>
      <Balance account={account} />
    </>
  );
};

/** The lines of an account, and beside them what is open. */
export const AccountBody = (props: {
  readonly account: Account;
  readonly invoices: readonly Invoice[];
  readonly payments: readonly Payment[];
  /** Instead of lines where there are none. */
  readonly none?: ReactNode;
  /** Null where nothing can be changed. */
  readonly onOpen: ((dialog: OpenDialog) => void) | null;
}) => {
  const { account, none, onOpen } = props;
  const { household } = account;
  const hasSide = onOpen !== null || hasSideCards(account);
  return (
    <div
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-3',
        hasSide && 'wide:grid-cols-[minmax(0,1fr)_320px] wide:grid-rows-[auto_1fr]',
      )}
    >
      <div className={cn('min-w-0', hasSide && 'wide:row-span-2')}>
        {account.lines.length === 0 && none ? none : <Ledger {...props} />}
      </div>
      {hasSide && (
        <div className="grid min-w-0 gap-3 empty:hidden max-wide:order-first">
          <SideCards account={account} onOpen={onOpen} />
        </div>
      )}
      {household && (
        <div className="min-w-0 wide:col-start-2">
          <FamilyCard household={household} onOpen={onOpen} />
        </div>
      )}
    </div>
  );
};
