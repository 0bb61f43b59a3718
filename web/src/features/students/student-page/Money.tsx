import type { Charge } from '@rondo/contracts/api/charges.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCurrency } from '../../../api/settings.ts';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { accountPath, invoicePath } from '../../../lib/paths.ts';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { InvoiceStatusBadge } from '../../invoices/components/InvoiceStatusBadge.tsx';
import { periodText } from '../../invoices/model/period.ts';
import { invoicesQuery } from '../../invoices/queries.ts';
import { WaitingCharges } from '../../payments/page/WaitingCharges.tsx';
import { waitingChargesQuery } from '../../payments/queries.ts';
import { Panel } from './Panel.tsx';

const ChargeDialog = lazyPanel(async () => (await import('../../payments/dialogs/ChargeDialog.tsx')).ChargeDialog);

const mostShown = 5;

/** What the student is charged on the next invoice besides lessons. */
export const Charges = ({ studentId, name }: { readonly studentId: string; readonly name: string }) => {
  const charges = useQuery(waitingChargesQuery);
  const currency = useCurrency();
  const [dialog, setDialog] = useState<{ readonly charge: Charge | null } | null>(null);
  const students = [{ id: studentId, name }];
  return (
    <Panel
      title="For the next invoice"
      action={
        <Button kind="quiet" icon={Plus} onClick={() => setDialog({ charge: null })}>
          Add charge
        </Button>
      }
    >
      <QueryState
        query={charges}
        failed="The charges did not load."
        waiting={
          <WhileLoading label="Loading the charges">
            <Skeleton className="mx-5 mb-4 h-10" />
          </WhileLoading>
        }
      >
        {(all) => {
          const own = all.filter((one) => one.studentId === studentId);
          if (own.length === 0) return <p className="px-5 pb-4 text-ink-2 max-desk:px-4">No charges wait.</p>;
          return (
            <div className="px-5 pb-4 max-desk:px-4">
              <WaitingCharges charges={own} students={students} onChange={(charge) => setDialog({ charge })} />
            </div>
          );
        }}
      </QueryState>
      {dialog && <ChargeDialog students={students} currency={currency} {...dialog} onClose={() => setDialog(null)} />}
    </Panel>
  );
};

/** The student's newest invoices. */
export const Invoices = (props: {
  readonly studentId: string;
  readonly name: string;
  /** Who teaches the student. */
  readonly teacherId: string | null;
}) => {
  const { studentId, name, teacherId } = props;
  const invoices = useQuery(invoicesQuery(null));
  const { today } = usePlace();
  return (
    <Panel
      title="Invoices"
      action={
        <div className="flex min-w-0 flex-wrap justify-end">
          <Link to={accountPath(studentId)} className={buttonClasses('quiet')}>
            Account
          </Link>
          <Link
            to={`/mileage?${new URLSearchParams({ view: 'earnings', student: studentId, ...(teacherId !== null && { teacher: teacherId }) })}`}
            className={buttonClasses('quiet')}
          >
            Door to door
          </Link>
          <Link
            to={`/students?${new URLSearchParams({ tab: 'invoices', find: name })}`}
            className={buttonClasses('quiet')}
          >
            All invoices
          </Link>
        </div>
      }
    >
      <QueryState
        query={invoices}
        failed="The invoices did not load."
        waiting={
          <WhileLoading label="Loading the invoices">
            <Skeleton className="mx-5 mb-4 h-10" />
          </WhileLoading>
        }
      >
        {(all) => {
          const own = all.filter(({ students }) => students.some((one) => one.studentId === studentId));
          if (own.length === 0) return <p className="px-5 pb-4 text-ink-2 max-desk:px-4">No invoices yet.</p>;
          return (
            <ul>
              {own.slice(0, mostShown).map((one) => (
                <li
                  key={one.id}
                  className="relative grid grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-x-3 border-t border-line-soft px-5 py-2.5 hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] max-desk:px-4"
                >
                  <div className="min-w-0">
                    <Link to={invoicePath(one.invoiceNumber)} className="font-control after:absolute after:inset-0">
                      {one.invoiceNumber}
                    </Link>
                    <p className="truncate text-small text-ink-3 tabular-nums">
                      {periodText({ from: one.billingPeriodStart, to: one.billingPeriodEnd }, today)}
                    </p>
                  </div>
                  <InvoiceStatusBadge invoice={one} />
                  <span className="text-right font-control tabular-nums">{moneyText(one.total, one.currency)}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </Panel>
  );
};
