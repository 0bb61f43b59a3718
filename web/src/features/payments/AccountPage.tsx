import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import { balanceWord } from '@rondo/contracts/money/balance.ts';
import { moneyParts } from '@rondo/contracts/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Banknote, ChevronLeft, Ellipsis, FileText, History, Undo2, Users, WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { queryClient } from '../../api/queries.ts';
import { useToday } from '../../api/today.ts';
import { goTo } from '../../lib/page/navigation.ts';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { studentPath } from '../../lib/people.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { factLink } from '../../ui/lists/facts.tsx';
import { EmptyPanel, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState, together } from '../../ui/lists/query-state.tsx';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import type { MenuEntry } from '../../ui/overlays/menu-face.tsx';
import { invoicesQuery } from '../invoices/queries.ts';
import { balanceNote } from './model/words.ts';
import { Ledger } from './page/Ledger.tsx';
import type { OpenDialog } from './page/line-actions.tsx';
import { SideCards } from './page/SideCards.tsx';
import { accountQuery, paymentsQuery } from './queries.ts';

const RecordPayment = lazyPanel(async () => (await import('./dialogs/RecordPayment.tsx')).RecordPayment);
const ChangePayment = lazyPanel(async () => (await import('./dialogs/ChangePayment.tsx')).ChangePayment);
const RefundDialog = lazyPanel(async () => (await import('./dialogs/RefundDialog.tsx')).RefundDialog);
const AllocationsDialog = lazyPanel(async () => (await import('./dialogs/AllocationsDialog.tsx')).AllocationsDialog);
const OpeningDialog = lazyPanel(async () => (await import('./dialogs/OpeningDialog.tsx')).OpeningDialog);
const StatementDialog = lazyPanel(async () => (await import('./dialogs/StatementDialog.tsx')).StatementDialog);

export const prefetch = async ({ params: { payerId = '' } }: LoaderFunctionArgs): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(accountQuery(payerId)),
    queryClient.prefetchQuery(paymentsQuery(payerId)),
    queryClient.prefetchQuery(invoicesQuery(null)),
  ]);

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

const Dialogs = (props: { readonly account: Account; readonly dialog: OpenDialog; readonly onClose: () => void }) => {
  const { account, dialog, onClose } = props;
  switch (dialog.kind) {
    case 'record':
      return <RecordPayment payerId={account.payer.id} {...dialog} onClose={onClose} />;
    case 'change':
      return <ChangePayment payment={dialog.payment} onClose={onClose} />;
    case 'refund':
      return <RefundDialog account={account} payment={dialog.payment} onClose={onClose} />;
    case 'allocations':
      return <AllocationsDialog account={account} source={dialog.source} onClose={onClose} />;
    case 'opening':
      return <OpeningDialog account={account} line={dialog.line} onClose={onClose} />;
    case 'statement':
      return <StatementDialog account={account} onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
};

const moreActions = (account: Account, open: (dialog: OpenDialog) => void): MenuEntry[] => {
  const { payer, credit, lines } = account;
  return [
    { label: 'Statement', icon: FileText, onSelect: () => open({ kind: 'statement' }) },
    ...(credit > 0
      ? [{ label: 'Refund credit', icon: Undo2, onSelect: () => open({ kind: 'refund', payment: null }) }]
      : []),
    ...(lines.some(({ kind }) => kind === 'opening')
      ? []
      : [
          {
            label: 'Add opening balance',
            icon: WalletMinimal,
            onSelect: () => open({ kind: 'opening', line: null }),
          },
        ]),
    ...(payer.type === 'student'
      ? [
          { label: 'Student page', icon: Users, apart: true, onSelect: () => goTo(studentPath(payer.id)) },
          {
            label: 'History',
            icon: History,
            onSelect: () => goTo(`/history?${new URLSearchParams({ student: payer.id })}`),
          },
        ]
      : []),
  ];
};

const OneAccount = (props: {
  readonly account: Account;
  readonly invoices: Parameters<typeof Ledger>[0]['invoices'];
  readonly payments: Parameters<typeof Ledger>[0]['payments'];
}) => {
  const { account, invoices, payments } = props;
  const { payer, lines, documents, sources } = account;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <>
      <title>{`${payer.name} - Rondo`}</title>
      <div className="mb-4 flex min-h-14 flex-wrap items-start gap-x-6 gap-y-2.5 max-desk:mb-3">
        <div className="min-w-0 pt-1 max-desk:w-full max-desk:pt-0">
          <h1 className="text-title font-title break-words">{payer.name}</h1>
          <p className="text-ink-2">Account</p>
        </div>
        <Balance account={account} />
        <div className="flex gap-2 pt-1 max-desk:w-full max-desk:pt-0">
          <Button icon={FileText} className="max-desk:hidden" onClick={() => setDialog({ kind: 'statement' })}>
            Statement
          </Button>
          <Button
            kind="primary"
            icon={Banknote}
            className="max-desk:flex-1"
            onPointerEnter={() => void RecordPayment.load()}
            onFocus={() => void RecordPayment.load()}
            onClick={() => setDialog({ kind: 'record' })}
          >
            Record payment
          </Button>
          <div className="rounded-control border border-line bg-raised *:-m-px">
            <MenuOnDemand
              label="More actions"
              sheet
              button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
              entries={moreActions(account, setDialog)}
            />
          </div>
        </div>
      </div>
      {lines.length === 0 ? (
        <EmptyPanel
          title="Nothing on this account yet"
          actions={
            <Button icon={WalletMinimal} onClick={() => setDialog({ kind: 'opening', line: null })}>
              Add opening balance
            </Button>
          }
        >
          Invoices appear here once they are sent, and payments once they are recorded. What was open before Rondo is
          added as an opening balance.
        </EmptyPanel>
      ) : (
        <div
          className={cn(
            'grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-desk:gap-3',
            documents.length + sources.length > 0 && 'wide:grid-cols-[minmax(0,1fr)_320px]',
          )}
        >
          <Ledger account={account} invoices={invoices} payments={payments} onOpen={setDialog} />
          {documents.length + sources.length > 0 && (
            <div className="grid gap-3 max-wide:order-first">
              <SideCards account={account} />
            </div>
          )}
        </div>
      )}
      {dialog && <Dialogs account={account} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
};

/** What one payer owes, was billed and has paid: `/students/accounts/ID`. */
const AccountPage = () => {
  const { payerId = '' } = useParams();
  const account = useQuery(accountQuery(payerId));
  const payments = useQuery(paymentsQuery(payerId));
  const invoices = useQuery(invoicesQuery(null));
  const all =
    account.data && payments.data && invoices.data
      ? { account: account.data, payments: payments.data, invoices: invoices.data }
      : undefined;
  return (
    <>
      <nav aria-label="Back" className="mb-1">
        <Link to="/students" className={cn('inline-flex items-center gap-1 font-control text-ink-2', factLink)}>
          <ChevronLeft aria-hidden className="-ml-1 size-4" strokeWidth={1.75} />
          Students
        </Link>
      </nav>
      {!all && <h1 className="sr-only">Account</h1>}
      <QueryState
        query={together([account, payments, invoices], all)}
        failed="The account did not load."
        waiting={<LoadingBlocks label="Loading the account" className="grid gap-4" blocks={['h-14 w-64', 'h-120']} />}
      >
        {(loaded) => <OneAccount key={payerId} {...loaded} />}
      </QueryState>
    </>
  );
};

export default AccountPage;
