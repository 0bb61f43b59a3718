import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, Files, Check } from 'lucide-react';
import { useEffect, useState, useRef } from 'react';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { useTypedParam } from '../../lib/page/search-param.ts';
import { useToday } from '../../api/today.ts';
import { fetchFile } from '../../api/files/download.ts';
import { Button } from '../../ui/button.tsx';
import { useDownload } from '../../ui/download-button.tsx';
import { useNarrow } from '../../ui/media.ts';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import type { useRoster } from '../students/queries.ts';
import { useInvoicesView, useOpenInvoice, useInvoiceFilter } from './address.ts';
import { CreateInvoices } from './create/CreateInvoices.tsx';
import { useCreating, type Step } from './create/use-creating.ts';
import { mostPdfs } from '@rondo/contracts/money/invoice-limits.ts';
import { filteredInvoices, filterOptions } from './model/list.ts';
import { useDownloadPdf } from './commands.ts';
import { invoicesQuery } from './queries.ts';
import { RecentInvoices } from './RecentInvoices.tsx';
import { cn } from '../../ui/cn.ts';

const steps = [
  { step: 'students', word: 'Students' },
  { step: 'dates', word: 'Date range' },
] as const;

/** Where in the creation of invoices a person is. */
const Steps = ({ step }: { readonly step: Step }) => {
  const current = steps.findIndex((one) => one.step === step);
  return (
    <ol aria-label="Steps" className="flex items-center gap-2 text-ink-3">
      {steps.map(({ step: one, word }, i) => (
        <li key={one} aria-current={i === current ? 'step' : undefined} className="flex items-center gap-2">
          {i > 0 && <i aria-hidden className="w-6 border-t border-control" />}
          <span
            aria-hidden
            className={cn(
              'grid size-5 place-items-center rounded-full border text-small leading-none font-strong tabular-nums',
              i < current && 'border-transparent bg-accent-tint text-accent',
              i === current && 'border-transparent bg-accent-fill text-on-accent',
              i > current && 'border-control',
            )}
          >
            {i < current ? <Check className="size-3" strokeWidth={2} /> : i + 1}
          </span>
          <span className={cn(i === current && 'font-strong text-ink')}>
            <span className="sr-only">Step {i + 1}: </span>
            {word}
            {i < current && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
};

const InvoiceDrawer = lazyPanel(async () => (await import('./detail/InvoiceDrawer.tsx')).InvoiceDrawer);

/** Narrows down the list, and downloads it. */
const ListTools = (props: {
  readonly teacherId: string | null;
  readonly search: string;
  readonly onSearch: (text: string) => void;
}) => {
  const { teacherId, search, onSearch } = props;
  const { data: invoices = [] } = useQuery(invoicesQuery(teacherId));
  const [filter, setFilter] = useInvoiceFilter();
  const csv = useDownload('The CSV file could not be downloaded');
  const lessons = useDownload('The CSV file could not be downloaded');
  const pdfs = useDownloadPdf();
  const narrow = useNarrow();
  if (invoices.length === 0) return null;
  const found = filteredInvoices(invoices, { filter, search });
  const downloads = [
    {
      label: 'Download CSV',
      icon: Download,
      busy: csv.busy,
      disabled: false,
      title:
        found.length < invoices.length
          ? 'All invoices for spreadsheets, also those that the filter hides'
          : 'The list for spreadsheets',
      run: () =>
        csv.download(
          () => fetchFile('GET /api/invoices.csv', { query: teacherId === null ? {} : { teacherId } }),
          'invoices.csv',
        ),
    },
    {
      label: 'Lessons CSV',
      icon: Download,
      busy: lessons.busy,
      disabled: false,
      title: 'All invoices for spreadsheets, one row per lesson',
      run: () =>
        lessons.download(
          () =>
            fetchFile('GET /api/invoices.csv', {
              query: { rows: 'lessons', ...(teacherId === null ? {} : { teacherId }) },
            }),
          'invoiced-lessons.csv',
        ),
    },
    {
      label: 'Download PDFs',
      icon: Files,
      busy: pdfs.busy,
      disabled: found.length === 0 || found.length > mostPdfs,
      title:
        found.length > mostPdfs
          ? `One file holds at most ${mostPdfs} invoices. Filter the list first.`
          : 'The invoices of the list as one file',
      run: () => pdfs.download(found),
    },
  ];
  return (
    <div className="flex gap-2 desk:flex-wrap desk:justify-end">
      <SearchField
        label="Name or number"
        value={search}
        onChange={onSearch}
        className="w-56 max-desk:w-auto max-desk:min-w-0 max-desk:flex-1"
      />
      <Select label="Status" className="shrink-0" value={filter} options={filterOptions} onChange={setFilter} />
      {narrow ? (
        <div className="shrink-0 has-aria-expanded:z-30">
          <MenuOnDemand
            label="Downloads"
            sheet
            button={<Download aria-hidden className="size-4" strokeWidth={1.75} />}
            entries={downloads.map(({ label, icon, disabled, run }) => ({ label, icon, disabled, onSelect: run }))}
          />
        </div>
      ) : (
        downloads.map(({ label, icon, busy, disabled, title, run }) => (
          <Button key={label} icon={icon} loading={busy} disabled={disabled} title={title} onClick={run}>
            {label}
          </Button>
        ))
      )}
    </div>
  );
};

/** The invoice that the URL names, in its drawer. */
const OpenInvoice = ({
  number,
  onOpen,
}: {
  readonly number: string;
  readonly onOpen: (number: string | null) => void;
}) => {
  const { data: invoices } = useQuery(invoicesQuery(null));
  const invoice = invoices?.find(({ invoiceNumber }) => invoiceNumber === number);
  const isGone = invoices !== undefined && !invoice;
  /** The list can forget an invoice that is deleted here before the address does. */
  const isClosed = useRef(false);
  useEffect(() => {
    if (isGone && !isClosed.current) toast({ title: `${number} no longer exists.` });
  }, [isGone, number]);
  const close = (): void => {
    isClosed.current = true;
    onOpen(null);
  };
  return invoice && <InvoiceDrawer key={invoice.id} invoice={invoice} onOpen={onOpen} onClose={close} />;
};

/** The Invoices tab: what was created, and creating more. */
export const InvoicesPanel = (props: {
  readonly roster: ReturnType<typeof useRoster>;
  readonly teacherId: string | null;
}) => {
  const { roster, teacherId } = props;
  const { teachers, rows } = roster;
  const [view, setView] = useInvoicesView();
  const [search, setSearch] = useTypedParam('find');
  const [open, setOpen] = useOpenInvoice();
  const creating = useCreating(useToday());
  const [newIds, setNewIds] = useState<readonly string[]>([]);
  const enter = (next: typeof view): void => {
    if (next === 'create') creating.reset();
    setView(next);
  };
  return (
    <>
      <Tabs
        label="Invoices"
        look="segments"
        selected={view}
        onSelect={enter}
        aside={
          view === 'create' ? (
            <Steps step={creating.step} />
          ) : (
            <ListTools teacherId={teacherId} search={search} onSearch={setSearch} />
          )
        }
        tabs={[
          {
            key: 'recent',
            label: 'Recent Invoices',
            panel: (
              <RecentInvoices
                teacherId={teacherId}
                teachers={teachers}
                students={rows}
                search={search}
                onSearch={setSearch}
                onOpen={({ invoiceNumber }: Invoice) => setOpen(invoiceNumber)}
                onCreate={() => enter('create')}
                newIds={newIds}
                onSeen={() => setNewIds([])}
              />
            ),
          },
          {
            key: 'create',
            label: 'Create New Invoice',
            panel: (
              <CreateInvoices
                roster={roster}
                teacherId={teacherId}
                creating={creating}
                onDone={(ids) => {
                  creating.reset();
                  setNewIds(ids);
                  setView('recent');
                }}
              />
            ),
          },
        ]}
      />
      {open !== null && <OpenInvoice number={open} onOpen={setOpen} />}
    </>
  );
};
