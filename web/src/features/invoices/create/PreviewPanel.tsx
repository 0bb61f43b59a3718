import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ReceiptText, TriangleAlert } from 'lucide-react';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { useCurrency } from '../../../api/settings.ts';
import { counted } from '../../../lib/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { MoneyFigure } from '../../../ui/figures/money-figure.tsx';
import { ErrorPanel, Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { previewOf, type Payer } from '../model/preview.ts';
import { useGenerateInvoices } from '../commands.ts';
import { previewQuery, type InvoiceRun } from '../queries.ts';
import { billingFailure, isDecided } from './billing-failure.ts';
import { previewColumns, PreviewRow } from './PreviewRow.tsx';
import { namesLabel } from '@rondo/contracts/people/family-name.ts';
import { useOpenInvoice } from '../address.ts';

/** Students whose period invoices bill already, with a way to these invoices. */
const BilledAlready = ({ payers }: { readonly payers: readonly Payer[] }) => {
  const [, open] = useOpenInvoice();
  const billed = payers.filter(({ billedOn }) => billedOn.length > 0);
  if (billed.length === 0) return null;
  return (
    <ul aria-label="Billed already" className="border-t border-line-soft first:border-t-0">
      {billed.map(({ id, name, billedOn }) => (
        <li key={id} className={`${previewColumns} min-h-12 border-b border-line-soft py-2`}>
          <p className="truncate font-strong">{name}</p>
          <p className="text-ink-2 max-desk:col-span-2 max-desk:row-start-2">Billed already</p>
          <p className="text-ink-2 max-desk:col-span-2">
            On{' '}
            {billedOn.map((number, i) => (
              <span key={number}>
                {i > 0 && ', '}
                <button
                  type="button"
                  className="relative font-control whitespace-nowrap text-accent after:absolute after:-inset-x-1 after:-inset-y-3 hover:underline"
                  onClick={() => open(number)}
                >
                  {number}
                </button>
              </span>
            ))}
          </p>
          <p className="text-right text-ink-3 max-desk:col-start-2 max-desk:row-start-1">No invoice</p>
        </li>
      ))}
    </ul>
  );
};

/** Who gets no invoice, and why. */
const WithoutInvoice = ({ payers }: { readonly payers: readonly Payer[] }) => {
  const idle = payers.filter(({ billedOn }) => billedOn.length === 0);
  return (
    <>
      <BilledAlready payers={payers} />
      {idle.length > 0 && (
        <p className="px-6 py-3 text-ink-3 max-desk:px-4">
          Nothing to bill: {namesLabel(idle.map(({ name }) => name))}
        </p>
      )}
    </>
  );
};

const Waiting = () => (
  <WhileLoading label="Loading the preview">
    <div className="grid gap-4 px-6 py-5 max-desk:px-4">
      <Skeleton className="h-10 w-40" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  </WhileLoading>
);

/** Why there is nothing to show: a decision of the server is information, anything else an error. */
const Failed = ({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) =>
  isDecided(error) ? (
    <p className="px-6 py-8 text-lead text-ink-2 max-desk:px-4">{error.message}</p>
  ) : (
    <div className="p-6 max-desk:p-4">
      <ErrorPanel message={billingFailure(error)} onRetry={onRetry} />
    </div>
  );

const Sums = ({ preview, currency }: { readonly preview: ReturnType<typeof previewOf>; readonly currency: string }) => {
  const { lines, without, billed, refunded, total, warnings } = preview;
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-1 border-b border-line px-6 py-3.5 max-desk:px-4">
      <MoneyFigure amount={total} currency={currency} />
      <div>
        <p>
          <b className="font-strong">{counted(lines.length, 'invoice')}</b>
          {without.length > 0 && `, ${counted(without.length, 'student')} without one`}
        </p>
        <p className="text-ink-2 tabular-nums">
          {moneyText(billed, currency)} billed
          {refunded !== 0 && ` − ${moneyText(refunded, currency)} refunds`}
        </p>
      </div>
      {warnings > 0 && (
        <span className="desk:ml-auto">
          <Badge tone="warn" icon={TriangleAlert}>
            {counted(warnings, 'warning')}
          </Badge>
        </span>
      )}
    </div>
  );
};

/** Step two, at the right: what the chosen days bill, before anything is created. */
export const PreviewPanel = (props: {
  readonly run: InvoiceRun;
  readonly selected: readonly Payer[];
  readonly onBack: () => void;
  readonly onDone: (ids: readonly string[]) => void;
}) => {
  const { run, selected, onBack, onDone } = props;
  const valid = run.billingPeriodStart <= run.billingPeriodEnd && selected.length > 0;
  const generate = useGenerateInvoices(onDone);
  // What a run has just created, the preview would refuse as billed already.
  const enabled = valid && !generate.isPending;
  const query = useQuery({ ...previewQuery(run), placeholderData: keepPreviousData, enabled });
  const own = useCurrency();
  const preview = query.data && previewOf(query.data, selected);
  const currency = query.data?.[0]?.currency ?? own;
  const current = valid && !query.isPlaceholderData && !query.error && preview !== undefined;
  return (
    <div className="flex min-w-0 flex-col">
      {query.error && (
        <>
          <Failed error={query.error} onRetry={() => void query.refetch()} />
          {isDecided(query.error) && <BilledAlready payers={selected} />}
        </>
      )}
      {!query.error && !preview && valid && <Waiting />}
      {!query.error && preview && (
        <div aria-busy={query.isPlaceholderData} className={cn('min-w-0', !current && 'opacity-50')}>
          <Sums preview={preview} currency={currency} />
          <div
            aria-hidden
            className={cn(previewColumns, 'h-8 border-b border-line text-small font-medium text-ink-3 max-desk:hidden')}
          >
            <span>Family or student</span>
            <span>Lessons</span>
            <span>Refunds</span>
            <span className="text-right">Total</span>
            <span />
          </div>
          <ul aria-label="Preview">
            {preview.lines.map((line) => (
              <PreviewRow key={line.id} line={line} />
            ))}
          </ul>
          <WithoutInvoice payers={preview.without} />
        </div>
      )}
      <div className="sticky bottom-0 mt-auto flex flex-wrap items-center gap-2 border-t border-line bg-card px-6 py-3.5 max-desk:bottom-[calc(59px+env(safe-area-inset-bottom))] max-desk:px-4 max-desk:py-3 max-desk:[&>button]:min-h-12 max-desk:[&>button]:flex-1">
        <p className="order-2 min-w-0 grow pl-2 text-ink-2 max-desk:order-first max-desk:basis-full max-desk:pl-0 max-desk:text-small">
          They become drafts. Nothing is sent yet.
        </p>
        <Button icon={ChevronLeft} onClick={onBack} className="order-1">
          Back
        </Button>
        <Button
          kind="primary"
          icon={ReceiptText}
          disabled={!current}
          loading={generate.isPending}
          onClick={() => void generate.send(run)}
          className="order-3"
        >
          {preview && !query.error ? `Create ${counted(preview.lines.length, 'invoice')}` : 'Create invoices'}
        </Button>
      </div>
    </div>
  );
};
