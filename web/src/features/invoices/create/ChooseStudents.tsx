import { CircleAlert } from 'lucide-react';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { useCurrency } from '../../../api/settings.ts';
import { counted } from '../../../lib/texts.ts';
import { useToday } from '../../../api/today.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/choice.tsx';
import { cn } from '../../../ui/cn.ts';
import { Card } from '../../../ui/lists/panels.tsx';
import { hasNoRate, rateWords } from '../../students/rates.ts';
import { periodText, type Period } from '../model/period.ts';
import type { BillingRow, Payer } from '../model/preview.ts';

const columns =
  'grid grid-cols-[18px_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_112px] items-center gap-x-4 px-6 max-desk:grid-cols-[18px_minmax(0,1fr)_auto] max-desk:gap-x-3 max-desk:px-4';

/** What a period has to bill: "4 lessons, 1 cancelled". */
const toBill = (row: BillingRow): string => {
  const { lessonCount, cancelledLessons, months, refundsSinceLastInvoice } = row;
  const parts = [
    ...(months.length > 0 ? [counted(months.length, 'month')] : []),
    ...(lessonCount > 0 ? [counted(lessonCount, 'lesson')] : []),
    ...(cancelledLessons.length > 0 ? [`${cancelledLessons.length}\u00a0cancelled`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : `${counted(refundsSinceLastInvoice, 'refund')} waiting`;
};

const nothingWords = (billedOn: readonly string[]): string =>
  billedOn.length === 0 ? 'Nothing to bill' : `Billed on ${billedOn.join(', ')}`;

const hasCharge = ({ row }: Payer): boolean => row !== null && (row.lessonCount > 0 || row.months.length > 0);

/** Without the refunds of earlier invoices, which the next step offers. */
const amountOf = (row: BillingRow): number => sumOf([row.amount, row.refundAmount]);

const PayerLine = (props: {
  readonly payer: Payer;
  readonly checked: boolean;
  readonly known: boolean;
  readonly currency: string;
  readonly onChange: (checked: boolean) => void;
}) => {
  const { payer, checked, known, currency, onChange } = props;
  const { name, student, row, billedOn } = payer;
  const noRate = student !== null && hasNoRate(student);
  return (
    <li className="border-b border-line-soft last:border-b-0">
      {/* The checkbox has the name; the row around it only enlarges the target. */}
      <div
        role="presentation"
        className={cn(columns, 'min-h-11 cursor-pointer py-1.5 max-desk:min-h-14', checked && 'bg-accent-tint/45')}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('[role=checkbox]')) return;
          onChange(!checked);
        }}
      >
        <Checkbox checked={checked} onChange={onChange} label={name} className="max-desk:row-span-2" />
        <span className="truncate font-strong">{name}</span>
        <span
          className={cn(
            'flex min-w-0 items-center gap-1.5 whitespace-nowrap tabular-nums max-desk:col-start-2 max-desk:row-start-2 max-desk:text-small',
            noRate ? 'font-control text-warn' : 'text-ink-2',
          )}
        >
          {noRate && <CircleAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />}
          {student === null ? 'Removed' : rateWords(student, currency)}
        </span>
        <span className={cn('truncate max-desk:hidden', row === null ? 'text-ink-3' : 'text-ink-2')}>
          {row === null ? known && nothingWords(billedOn) : toBill(row)}
        </span>
        <span className="text-right font-control tabular-nums max-desk:row-span-2 max-desk:row-start-1 max-desk:col-start-3">
          {row !== null && hasCharge(payer) && moneyText(amountOf(row), currency)}
        </span>
      </div>
    </li>
  );
};

/** Step one: whose lessons to bill. */
export const ChooseStudents = (props: {
  readonly payers: readonly Payer[];
  readonly selected: readonly Payer[];
  /** What can be billed is known. */
  readonly known: boolean;
  readonly period: Period;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onContinue: () => void;
}) => {
  const { payers, selected, known, period, onSelect, onContinue } = props;
  const currency = useCurrency();
  const today = useToday();
  const ids = new Set(selected.map(({ id }) => id));
  const all = (of: readonly Payer[]) => () => onSelect(new Set(of.map(({ id }) => id)));
  const billable = payers.filter(hasCharge);
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-6 py-3.5 max-desk:px-4">
        <p aria-live="polite" className="flex items-baseline gap-x-2">
          <span className="text-figure font-figure tabular-nums">{selected.length}</span>{' '}
          <span className="text-ink-2">of {payers.length} students selected</span>
        </p>
        <div className="flex flex-wrap gap-1.5 desk:ml-auto">
          <Button size="small" onClick={all(payers)}>
            Select All
          </Button>
          <Button size="small" disabled={billable.length === 0} onClick={all(billable)}>
            With Lessons to Bill
          </Button>
          <Button size="small" onClick={all([])}>
            Deselect All
          </Button>
        </div>
      </div>
      <div
        aria-hidden
        className={cn(columns, 'h-8 border-b border-line text-small font-medium text-ink-3 max-desk:hidden')}
      >
        <span />
        <span>Student</span>
        <span>Rate</span>
        <span>Not billed yet, {periodText(period, today)}</span>
        <span className="text-right">Amount</span>
      </div>
      {payers.length === 0 ? (
        <p className="px-6 py-8 text-ink-2 max-desk:px-4">
          There are no students to bill here yet. Add students, or choose another teacher.
        </p>
      ) : (
        <ul aria-label="Students">
          {payers.map((payer) => (
            <PayerLine
              key={payer.id}
              payer={payer}
              checked={ids.has(payer.id)}
              known={known}
              currency={currency}
              onChange={(checked) =>
                onSelect(new Set(checked ? [...ids, payer.id] : [...ids].filter((id) => id !== payer.id)))
              }
            />
          ))}
        </ul>
      )}
      <div className="sticky bottom-0 flex items-center justify-end gap-3 rounded-b-[11px] border-t border-line bg-card px-6 py-3.5 max-desk:bottom-[calc(59px+env(safe-area-inset-bottom))] max-desk:px-4 max-desk:py-3">
        <Button
          kind="primary"
          disabled={selected.length === 0}
          onClick={onContinue}
          className="max-desk:min-h-12 max-desk:flex-1"
        >
          Continue
        </Button>
      </div>
    </Card>
  );
};
