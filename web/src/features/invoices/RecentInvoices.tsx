import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import type { StudentRow } from '../students/roster.ts';
import { useShowAll, useInvoiceFilter } from './address.ts';
import { NewInvoices } from './components/NewInvoices.tsx';
import { InvoiceList } from './components/InvoiceList.tsx';
import { InvoiceListLoading } from './components/InvoiceListLoading.tsx';
import { filteredInvoices } from './model/list.ts';
import { invoicesQuery } from './queries.ts';

/** The second line of a row: whose lessons it bills, or that the student was removed. */
const aboutFrom = (teachers: readonly Teacher[], students: readonly StudentRow[] | null) => {
  const nameOf = new Map(teachers.map(({ id, name }) => [id, name]));
  const present = new Set(students?.map(({ student }) => student.id));
  return ({ studentId, items }: Invoice): string => {
    if (students !== null && !present.has(studentId)) return 'Removed';
    const ids = new Set(items.flatMap(({ teacherId }) => teacherId ?? []));
    return [...ids].flatMap((id) => nameOf.get(id) ?? []).join(', ');
  };
};

/** The Recent Invoices tab, in each of its states. */
export const RecentInvoices = (props: {
  readonly teacherId: string | null;
  readonly teachers: readonly Teacher[];
  readonly students: readonly StudentRow[] | null;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (invoice: Invoice) => void;
  readonly onCreate: () => void;
  /** The invoices that were just created. */
  readonly newIds: readonly string[];
  readonly onSeen: () => void;
}) => {
  const { teacherId, teachers, students, search, onSearch, onOpen, onCreate, newIds, onSeen } = props;
  const query = useQuery({ ...invoicesQuery(teacherId), placeholderData: keepPreviousData });
  const [filter] = useInvoiceFilter();
  const showAll = useShowAll();
  const list = (invoices: readonly Invoice[]) => {
    const found = filteredInvoices(invoices, { filter, search });
    if (found.length > 0)
      return (
        <>
          <NewInvoices made={invoices.filter(({ id }) => newIds.includes(id))} onClose={onSeen} />
          <InvoiceList invoices={found} aboutOf={aboutFrom(teachers, students)} onOpen={onOpen} />
        </>
      );
    if (invoices.length > 0 || teacherId !== null)
      return (
        <EmptyPanel
          title="No invoices match"
          actions={
            <Button
              onClick={() => {
                onSearch('');
                showAll();
              }}
            >
              Show all invoices
            </Button>
          }
        >
          {search.trim() === ''
            ? 'No invoices match these filters.'
            : `No invoice’s student or number matches “${search.trim()}”.`}
        </EmptyPanel>
      );
    return (
      <EmptyPanel
        title="No invoices found. Create your first invoice to get started."
        actions={
          <Button kind="primary" icon={ReceiptText} onClick={onCreate}>
            Create New Invoice
          </Button>
        }
      >
        Rondo bills every lesson once, per lesson or per month, and refunds cancelled ones.
      </EmptyPanel>
    );
  };
  return (
    <QueryState query={query} failed="Failed to fetch invoices." waiting={<InvoiceListLoading />}>
      {list}
    </QueryState>
  );
};
