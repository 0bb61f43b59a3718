import { ChevronDown, CircleAlert } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
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
import { groupsOf, type BillingRow, type Payer } from '../model/preview.ts';
import { childrenOf } from '../model/words.ts';

const columns =
  'grid grid-cols-[18px_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_112px] items-center gap-x-4 px-6 max-desk:grid-cols-[18px_minmax(0,1fr)_auto] max-desk:gap-x-3 max-desk:px-4';

/** What a period has to bill of some students: "4 lessons, 1 cancelled". */
const toBill = (...rows: readonly BillingRow[]): string => {
  const sum = (countOf: (row: BillingRow) => number): number => sumOf(rows.map(countOf));
  const [months, lessons, charges] = [
    sum((row) => row.months.length),
    sum((row) => row.lessonCount),
    sum((row) => row.charges),
  ];
  const cancelled = sum((row) => row.cancelledLessons.length);
  const parts = [
    ...(months > 0 ? [counted(months, 'month')] : []),
    ...(lessons > 0 ? [counted(lessons, 'lesson')] : []),
    ...(charges > 0 ? [counted(charges, 'charge')] : []),
    ...(cancelled > 0 ? [`${cancelled}\u00a0cancelled`] : []),
  ];
  return parts.length > 0
    ? parts.join(', ')
    : `${counted(
        sum((row) => row.refundsSinceLastInvoice),
        'refund',
      )} waiting`;
};

const nothingWords = (billedOn: readonly string[]): string =>
  billedOn.length === 0 ? 'Nothing to bill' : `Billed on ${billedOn.join(', ')}`;

const hasCharge = ({ row }: Payer): boolean =>
  row !== null && (row.lessonCount > 0 || row.months.length > 0 || row.charges > 0);

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

/** A family in one line, which opens into its children: ticking it ticks them all. */
const FamilyLine = (props: {
  readonly family: { readonly name: string };
  readonly payers: readonly Payer[];
  readonly ids: ReadonlySet<string>;
  readonly known: boolean;
  readonly currency: string;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}) => {
  const { family, payers, ids, known, currency, onChange, children } = props;
  const chosen = payers.filter(({ id }) => ids.has(id)).length;
  const all = chosen === payers.length;
  const [open, setOpen] = useState(chosen > 0 && !all);
  const id = useId();
  const billed = payers.flatMap(({ row }) => row ?? []);
  const rows = payers.flatMap((payer) => (payer.row !== null && hasCharge(payer) ? payer.row : []));
  return (
    <li className="border-b border-line-soft last:border-b-0">
      <div className={cn(columns, 'min-h-11 py-1.5 max-desk:min-h-14', chosen > 0 && 'bg-accent-tint/45')}>
        <Checkbox
          checked={all}
          some={chosen > 0 && !all}
          onChange={() => onChange(!all)}
          label={family.name}
          className="max-desk:row-span-2"
        />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="-my-1.5 flex min-h-11 min-w-0 items-center gap-1.5 text-left font-strong max-desk:row-span-2 max-desk:min-h-14"
        >
          <span className="min-w-0">
            <span className="block truncate">{family.name}</span>
            <span className="block truncate text-small font-small text-ink-2">
              {childrenOf(
                family.name,
                payers.map(({ name }) => name),
              )}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={cn(
              'size-4 shrink-0 text-ink-3 transition-transform duration-140 ease-rondo',
              open && 'rotate-180',
            )}
            strokeWidth={1.75}
          />
        </button>
        <span className="text-ink-2 max-desk:hidden">
          {chosen === 0 || all ? '' : `${chosen} of ${payers.length} selected`}
        </span>
        <span className={cn('truncate max-desk:hidden', billed.length === 0 ? 'text-ink-3' : 'text-ink-2')}>
          {billed.length > 0
            ? toBill(...billed)
            : known && nothingWords([...new Set(payers.flatMap(({ billedOn }) => billedOn))])}
        </span>
        <span className="text-right font-control tabular-nums max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1">
          {rows.length > 0 && moneyText(sumOf(rows.map(amountOf)), currency)}
        </span>
      </div>
      {open && (
        <ul
          id={id}
          aria-label={`Students of the ${family.name}`}
          className="border-t border-line-soft pl-6 max-desk:pl-4"
        >
          {children}
        </ul>
      )}
    </li>
  );
};

/** Step one: whose lessons to bill. */
export const ChooseStudents = (props: {
  readonly payers: readonly Payer[];
  readonly families: readonly { readonly id: string; readonly name: string }[];
  readonly selected: readonly Payer[];
  /** What can be billed is known. */
  readonly known: boolean;
  readonly period: Period;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onContinue: () => void;
}) => {
  const { payers, families, selected, known, period, onSelect, onContinue } = props;
  const currency = useCurrency();
  const today = useToday();
  const ids = new Set(selected.map(({ id }) => id));
  const all = (of: readonly Payer[]) => () => onSelect(new Set(of.map(({ id }) => id)));
  const billable = payers.filter(hasCharge);
  const choose = (some: readonly Payer[], checked: boolean): void => {
    const others = [...ids].filter((id) => !some.some((payer) => payer.id === id));
    onSelect(new Set(checked ? [...others, ...some.map(({ id }) => id)] : others));
  };
  const line = (payer: Payer) => (
    <PayerLine
      key={payer.id}
      payer={payer}
      checked={ids.has(payer.id)}
      known={known}
      currency={currency}
      onChange={(checked) => choose([payer], checked)}
    />
  );
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
        <span>Family or student</span>
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
          {groupsOf(payers, families).map(({ family, payers: own }) =>
            family ? (
              <FamilyLine
                key={family.id}
                family={family}
                payers={own}
                ids={ids}
                known={known}
                currency={currency}
                onChange={(checked) => choose(own, checked)}
              >
                {own.map(line)}
              </FamilyLine>
            ) : (
              own.map(line)
            ),
          )}
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
