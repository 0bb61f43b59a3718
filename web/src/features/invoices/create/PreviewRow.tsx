import { ChevronDown, Info, TriangleAlert } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { moneyText, plainAmount, currencySign, rateProblem } from '@rondo/contracts/money/money.ts';
import { counted } from '../../../lib/texts.ts';
import { useToday } from '../../../api/today.ts';
import { dayText } from '../model/period.ts';
import type { PreviewLine } from '../model/preview.ts';
import type { Invoice, InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import { cn } from '../../../ui/cn.ts';
import { childrenWords, entryTime, fateWords } from '../model/words.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { useCurrency } from '../../../api/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { inputClasses } from '../../../ui/fields/field.tsx';
import { nameOf } from '../../students/roster.ts';
import { typedRate } from '../../students/student-values.ts';
import { useSetRate } from '../commands.ts';

/** Student, lessons, refunds, total, dates. On phones: name and total, then the others below. */
export const previewColumns =
  'grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.1fr)_96px_32px] items-center gap-x-4 pr-3 pl-6 max-desk:grid-cols-[minmax(0,1fr)_auto_44px] max-desk:items-start max-desk:gap-x-2 max-desk:gap-y-1 max-desk:pr-1 max-desk:pl-4';

const labels = { perLessonRate: 'Rate per lesson', monthlyRate: 'Monthly rate' } as const;

/** Sets a missing rate in place; the preview follows. */
const SetRate = (props: { readonly student: Student; readonly rate: keyof typeof labels }) => {
  const { student, rate } = props;
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const save = useSetRate(setError);
  const currency = useCurrency();
  const sign = currencySign(currency);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = typedRate.safeParse(text);
    const amount = typed.data;
    if (typeof amount !== 'number') {
      setError(typed.error?.issues[0]?.message ?? 'Please enter a rate.');
      return;
    }
    const problem = rateProblem(amount, currency);
    if (problem !== null) {
      setError(problem);
      return;
    }
    void save.send({ student, [rate]: amount });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-1 py-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="relative block w-24">
          <span aria-hidden className="absolute inset-y-0 left-2.5 grid place-items-center text-ink-3">
            {sign}
          </span>
          <input
            aria-label={`${labels[rate]} of ${nameOf(student)}`}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : id}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError(null);
            }}
            className={inputClasses(
              error !== null,
              cn('h-8! pr-1! max-desk:h-11!', sign.length > 1 ? 'pl-11!' : 'pl-6!'),
            )}
          />
        </span>
        <Button type="submit" size="small" loading={save.isPending}>
          Set rate
        </Button>
      </div>
      {error !== null && (
        <p id={id} role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </form>
  );
};

/** Every date that an invoice would bill or refund, in the columns of the preview. */
const PreviewDates = (props: {
  readonly id: string;
  /** Whose they are, on a family's invoice. */
  readonly child?: Invoice['students'][number];
  readonly entries: readonly InvoiceEntry[];
  readonly currency: string;
}) => {
  const { id, child, entries, currency } = props;
  return (
    <ol id={id} aria-label={child ? `Dates of ${child.name}` : 'Dates'} className="pb-3">
      {child && (
        <li className={cn(previewColumns, 'pb-0.5 font-strong')}>
          <p className="truncate">{child.name}</p>
          <p className="tabular-nums max-desk:col-start-2 max-desk:row-start-1 max-desk:text-right desk:col-start-4 desk:text-right">
            {plainAmount(child.total, currency)}
          </p>
        </li>
      )}
      {entries.map((entry) => {
        const { day, time } = entryTime(entry);
        const { kind, rate, refund, billedOn } = entry;
        const fate = fateWords(entry);
        return (
          <li key={`${entry.lessonId} ${entry.date}`} className={cn(previewColumns, 'py-0.5')}>
            <p className="flex flex-wrap items-baseline gap-x-3 whitespace-nowrap tabular-nums max-desk:gap-x-2">
              <span className={refund === null ? undefined : 'text-ink-2 line-through'}>{day}</span>
              <span className="text-small text-ink-3">{time}</span>
            </p>
            <p className="tabular-nums max-desk:col-start-2 max-desk:row-start-1 max-desk:text-right">
              {billedOn === null && kind === 'lesson' && plainAmount(rate, currency)}
            </p>
            <p className="text-ink-2 empty:hidden desk:col-span-2 max-desk:col-span-2 max-desk:text-small">
              {refund !== null && <span className="text-ink tabular-nums">{plainAmount(-refund, currency)} </span>}
              {fate}
            </p>
          </li>
        );
      })}
    </ol>
  );
};

/** A few dates by name, many by number. */
const datesText = (dates: readonly string[], today: string): string =>
  dates.length > 3 ? counted(dates.length, 'lesson') : dates.map((date) => dayText(date, today)).join('; ');

const Refunds = ({ line }: { readonly line: PreviewLine }) => {
  const { cancelled, since } = line;
  const { currency } = line.invoice;
  const today = useToday();
  const minus = (amount: number) => <span className="text-ink tabular-nums">{moneyText(-amount, currency)}</span>;
  if (cancelled.dates.length + since.dates.length === 0) return <p className="text-ink-3 max-desk:hidden">None</p>;
  return (
    <>
      {cancelled.dates.length > 0 && (
        <p>
          {minus(cancelled.amount)} {datesText(cancelled.dates, today)}, cancelled
        </p>
      )}
      {since.dates.length > 0 && (
        <p>
          {minus(since.amount)} {datesText(since.dates, today)}, billed before
        </p>
      )}
    </>
  );
};

/** One invoice before it is created. */
export const PreviewRow = ({ line }: { readonly line: PreviewLine }) => {
  const { name, invoice, billed, earlier, missingRates, entries } = line;
  const children = childrenWords(invoice);
  const [open, setOpen] = useState(false);
  const id = useId();
  const { warnings = [], currency, total } = invoice;
  return (
    <li
      className={cn(
        'border-b border-line-soft',
        warnings.length > 0 && 'bg-[color-mix(in_oklab,var(--color-warn-tint)_55%,var(--color-card))]',
      )}
    >
      <div className={cn(previewColumns, 'min-h-12 py-2')}>
        <div className="min-w-0">
          <p className="truncate font-strong">{name}</p>
          {children !== '' && <p className="truncate text-small text-ink-2">{children}</p>}
          {warnings.map((warning) => (
            <p key={warning} className="flex gap-1.5 text-small font-control text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" strokeWidth={2} />
              {warning}
            </p>
          ))}
          {earlier > 0 && (
            <p className="flex gap-1.5 text-small font-small text-ink-3">
              <Info aria-hidden className="mt-0.5 size-3 shrink-0" strokeWidth={2} />
              {counted(earlier, 'lesson')} before this period {earlier === 1 ? 'is' : 'are'} not billed
            </p>
          )}
        </div>
        <div className="min-w-0 max-desk:col-span-2 max-desk:row-start-2">
          {billed.map(({ key, kind, description, quantity, rate }) => (
            <p key={key} className="tabular-nums">
              {kind === 'charge' ? (
                <>
                  {moneyText(rate, currency)} <span className="break-words text-ink-2">{description}</span>
                </>
              ) : (
                `${quantity} × ${moneyText(rate, currency)}`
              )}
              {kind === 'monthly' && <span className="text-ink-3"> per month</span>}
            </p>
          ))}
          {billed.length === 0 && <p className="text-ink-3">No lessons</p>}
          {missingRates.map((missing) => (
            <SetRate key={missing.student.id} {...missing} />
          ))}
        </div>
        <div className="min-w-0 text-ink-2 empty:hidden max-desk:col-span-2">
          <Refunds line={line} />
        </div>
        <div className="text-right max-desk:col-start-2 max-desk:row-start-1">
          <p className="font-control tabular-nums">{moneyText(total, currency)}</p>
          {total < 0 && <p className="text-small font-small text-ink-3">Credit</p>}
        </div>
        {entries.length > 0 && (
          <button
            type="button"
            aria-label={`Dates of ${name}`}
            title={open ? 'Hide the dates' : 'Show the dates'}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className="grid size-8 place-items-center rounded-control text-ink-3 hover:text-ink max-desk:col-start-3 max-desk:row-start-1 max-desk:-mt-2.5 max-desk:size-11"
          >
            <ChevronDown
              aria-hidden
              className={cn('size-4 transition-transform duration-140 ease-rondo', open && 'rotate-180')}
              strokeWidth={1.75}
            />
          </button>
        )}
      </div>
      {open && children === '' && <PreviewDates id={id} entries={entries} currency={currency} />}
      {open && children !== '' && (
        <div id={id}>
          {invoice.students.map((child) => (
            <PreviewDates
              key={child.studentId}
              id={`${id} ${child.studentId}`}
              child={child}
              entries={entries.filter(({ studentId }) => studentId === child.studentId)}
              currency={currency}
            />
          ))}
        </div>
      )}
    </li>
  );
};
