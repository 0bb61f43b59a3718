import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText, Files, Send, X } from 'lucide-react';
import { useMemo } from 'react';
import { useSelection } from '../../lib/selection.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import type { StudentRow } from '../students/roster.ts';
import { useShowAll, useInvoiceFilter } from './address.ts';
import { InvoiceList } from './components/InvoiceList.tsx';
import { useManyActions } from './components/use-many-actions.tsx';
import { InvoiceListLoading } from './components/InvoiceListLoading.tsx';
import { mostPdfs } from '@rondo/contracts/money/invoice-limits.ts';
import { emailsOf, filteredInvoices } from './model/list.ts';
import { childrenWords } from './model/words.ts';
import { familiesQuery, invoicesQuery } from './queries.ts';
import { currenciesOf } from '@rondo/contracts/money/invoice-figures.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { counted } from '../../lib/texts.ts';
import { useDownloadPdf } from './commands.ts';

/** The invoices that were just created, as far as they still exist: sends them all, and has one file for all of them. */
const NewInvoices = (props: {
  readonly made: readonly Invoice[];
  readonly onSend: (invoices: readonly Invoice[]) => void;
  readonly onClose: () => void;
}) => {
  const { made, onSend, onClose } = props;
  const pdfs = useDownloadPdf();
  const [first] = made;
  if (!first) return null;
  const sums = currenciesOf(made, first.currency).map((currency) =>
    moneyText(sumOf(made.filter((one) => one.currency === currency).map(({ total }) => total)), currency),
  );
  const tooMany = made.length > mostPdfs;
  const unsent = made.filter(({ status, mail }) => status === 'draft' && mail !== 'queued');
  return (
    <section
      aria-label="New invoices"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-accent-line bg-accent-tint py-2 pr-2 pl-4 max-desk:pl-3"
    >
      <ReceiptText aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={1.75} />
      <p className="min-w-0 grow">
        <b className="font-strong">{counted(made.length, 'new invoice')}</b>, {sums.join(' and ')}
      </p>
      <Button
        icon={Files}
        loading={pdfs.busy}
        disabled={tooMany}
        title={tooMany ? `One file holds at most ${mostPdfs} invoices.` : 'All new invoices as one file'}
        onClick={() => pdfs.download(made)}
        className="max-desk:order-last max-desk:flex-1"
      >
        {made.length === 1 ? 'Download PDF' : 'Download as one PDF'}
      </Button>
      {unsent.length > 0 && (
        <Button
          kind="primary"
          icon={Send}
          onClick={() => onSend(unsent)}
          className="max-desk:order-last max-desk:flex-1"
        >
          {unsent.length > 1 ? `Send all ${unsent.length}` : made.length > 1 ? 'Send the draft' : 'Send it'}
        </Button>
      )}
      <IconButton icon={X} label="Hide" onClick={onClose} />
    </section>
  );
};

/** The second line of a row: the children of a family; of a student whose lessons it bills, or that the student was removed. */
const aboutFrom = (teachers: readonly Teacher[], students: readonly StudentRow[] | null) => {
  const nameOf = new Map(teachers.map(({ id, name }) => [id, name]));
  const present = new Set(students?.map(({ student }) => student.id));
  return (invoice: Invoice): string => {
    if (invoice.payer.type === 'household') return childrenWords(invoice);
    const { studentId, items } = invoice;
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
  const { data: all } = query;
  const found = useMemo(() => filteredInvoices(all ?? [], { filter, search }), [all, filter, search]);
  const selection = useSelection(
    useMemo(() => (all ?? []).map(({ id }) => id), [all]),
    useMemo(() => found.map(({ id }) => id), [found]),
  );
  const { data: families } = useQuery(familiesQuery);
  const emailOf = useMemo(() => emailsOf(all ?? [], students ?? [], families), [all, students, families]);
  const { send, actionsOn, dialog } = useManyActions(emailOf);
  const list = (invoices: readonly Invoice[]) => {
    if (found.length > 0)
      return (
        <>
          <NewInvoices made={invoices.filter(({ id }) => newIds.includes(id))} onSend={send} onClose={onSeen} />
          <InvoiceList
            invoices={found}
            aboutOf={aboutFrom(teachers, students)}
            selection={selection}
            actions={actionsOn(() => invoices.filter(({ id }) => selection.ids.has(id)))}
            onOpen={onOpen}
          />
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
    <>
      <QueryState query={query} failed="Failed to fetch invoices." waiting={<InvoiceListLoading />}>
        {list}
      </QueryState>
      {dialog}
    </>
  );
};
