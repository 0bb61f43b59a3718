import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  CalendarClock,
  ChevronLeft,
  Ellipsis,
  FileText,
  History,
  Plus,
  Users,
  WalletMinimal,
} from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { queryClient } from '../../api/queries.ts';
import { goTo } from '../../lib/page/navigation.ts';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { accountPath, accountThenPath } from '../../lib/paths.ts';
import { studentPath } from '../../lib/people.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { factLink } from '../../ui/lists/facts.tsx';
import { EmptyPanel, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState, together } from '../../ui/lists/query-state.tsx';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import type { MenuEntry } from '../../ui/overlays/menu-face.tsx';
import { Family, familyActions } from '../students/families/FamilyHead.tsx';
import { invoicesQuery } from '../invoices/queries.ts';
import { AccountBody, AccountHead } from './page/AccountParts.tsx';
import type { OpenDialog } from './page/line-actions.tsx';
import { hasSideCards } from './page/SideCards.tsx';
import { accountQuery, paymentsQuery } from './queries.ts';

const FamilyDialog = lazyPanel(async () => (await import('../students/families/FamilyDialog.tsx')).FamilyDialog);
const RecordPayment = lazyPanel(async () => (await import('./dialogs/RecordPayment.tsx')).RecordPayment);
const ChangePayment = lazyPanel(async () => (await import('./dialogs/ChangePayment.tsx')).ChangePayment);
const RefundDialog = lazyPanel(async () => (await import('./dialogs/RefundDialog.tsx')).RefundDialog);
const AllocationsDialog = lazyPanel(async () => (await import('./dialogs/AllocationsDialog.tsx')).AllocationsDialog);
const OpeningDialog = lazyPanel(async () => (await import('./dialogs/OpeningDialog.tsx')).OpeningDialog);
const ChargeDialog = lazyPanel(async () => (await import('./dialogs/ChargeDialog.tsx')).ChargeDialog);
const StatementDialog = lazyPanel(async () => (await import('./dialogs/StatementDialog.tsx')).StatementDialog);

/** The account as it was at a moment. */
export const loadThen = () => import('./AccountThen.tsx');

export const prefetch = async ({ params: { payerId = '' } }: LoaderFunctionArgs): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(accountQuery(payerId)),
    queryClient.prefetchQuery(paymentsQuery(payerId)),
    queryClient.prefetchQuery(invoicesQuery(null)),
  ]);

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
    case 'charge': {
      const students = account.students.length > 0 ? account.students : [account.payer];
      return <ChargeDialog students={students} currency={account.currency} charge={dialog.charge} onClose={onClose} />;
    }
    case 'family':
      return account.household && <FamilyDialog household={account.household} onClose={onClose} />;
    case 'statement':
      return <StatementDialog account={account} onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
};

const moreActions = (account: Account, open: (dialog: OpenDialog) => void): MenuEntry[] => {
  const { payer, lines } = account;
  return [
    { label: 'Statement', icon: FileText, onSelect: () => open({ kind: 'statement' }) },
    { label: 'Add charge', icon: Plus, onSelect: () => open({ kind: 'charge', charge: null }) },
    ...(lines.some(({ kind }) => kind === 'opening')
      ? []
      : [
          {
            label: 'Add opening balance',
            icon: WalletMinimal,
            onSelect: () => open({ kind: 'opening', line: null }),
          },
        ]),
    {
      label: 'At another moment',
      icon: CalendarClock,
      apart: true,
      onSelect: () => goTo(accountThenPath(payer.id, new Date().toISOString())),
    },
    ...(payer.type === 'student'
      ? [
          { label: 'Student page', icon: Users, onSelect: () => goTo(studentPath(payer.id)) },
          {
            label: 'History',
            icon: History,
            onSelect: () => goTo(`/history?${new URLSearchParams({ student: payer.id })}`),
          },
        ]
      : []),
  ];
};

const NoLines = ({ onOpen }: { readonly onOpen: (dialog: OpenDialog) => void }) => (
  <EmptyPanel
    title="Nothing on this account yet"
    actions={
      <>
        <Button icon={WalletMinimal} onClick={() => onOpen({ kind: 'opening', line: null })}>
          Add opening balance
        </Button>
        <Button icon={Plus} onClick={() => onOpen({ kind: 'charge', charge: null })}>
          Add charge
        </Button>
      </>
    }
  >
    Invoices appear here once they are sent, and payments once they are recorded. What was open before Rondo is added as
    an opening balance.
  </EmptyPanel>
);

const OneAccount = (props: {
  readonly account: Account;
  readonly invoices: readonly Invoice[];
  readonly payments: readonly Payment[];
}) => {
  const { account, invoices, payments } = props;
  const { payer, lines, household } = account;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <>
      <title>{`${payer.name} - Rondo`}</title>
      <div className="mb-4 flex min-h-14 flex-wrap items-start gap-x-6 gap-y-2.5 max-desk:mb-3">
        <AccountHead account={account}>{household && <Family account={account} />}</AccountHead>
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
              entries={[
                ...moreActions(account, setDialog),
                ...(household ? familyActions(household, lines.length > 0, () => setDialog({ kind: 'family' })) : []),
              ]}
            />
          </div>
        </div>
      </div>
      {lines.length === 0 && !hasSideCards(account) ? (
        <NoLines onOpen={setDialog} />
      ) : (
        <AccountBody
          account={account}
          invoices={invoices}
          payments={payments}
          none={<NoLines onOpen={setDialog} />}
          onOpen={setDialog}
        />
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
  const payer = account.data?.payer.id ?? payerId;
  const all =
    account.data && payments.data && invoices.data
      ? { account: account.data, payments: payments.data, invoices: invoices.data }
      : undefined;
  // A student's account is the family's.
  if (payer !== payerId) return <Navigate to={accountPath(payer)} replace />;
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
