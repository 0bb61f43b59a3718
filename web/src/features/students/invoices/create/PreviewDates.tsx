import type { InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import { plainAmount } from '@rondo/contracts/money/money.ts';
import { cn } from '../../../../ui/cn.ts';
import { entryTime, fateWords } from '../model/words.ts';

const amount = 'text-right tabular-nums';

/** Every date that an invoice would bill or refund. */
export const PreviewDates = (props: {
  readonly id: string;
  readonly entries: readonly InvoiceEntry[];
  readonly currency: string;
}) => {
  const { id, entries, currency } = props;
  return (
    <ol id={id} aria-label="Dates" className="grid gap-y-1 pr-14 pb-3 pl-6 text-ink-2 max-desk:px-4">
      {entries.map((entry) => {
        const { day, time } = entryTime(entry);
        const { kind, rate, refund, billedOn } = entry;
        return (
          <li
            key={`${entry.lessonId} ${entry.date}`}
            className="grid grid-cols-[84px_132px_minmax(0,1fr)_72px_72px] items-baseline gap-x-3 max-desk:grid-cols-[minmax(0,1fr)_60px_60px] max-desk:gap-x-2"
          >
            <span className={cn('tabular-nums', refund === null ? 'text-ink' : 'line-through')}>
              {day}
              <span className="text-small text-ink-3 tabular-nums desk:hidden"> {time}</span>
            </span>
            <span className="text-small text-ink-3 tabular-nums max-desk:hidden">{time}</span>
            <span className="text-small max-desk:col-span-3 max-desk:row-start-2 max-desk:empty:hidden">
              {fateWords(entry)}
            </span>
            <span className={amount}>{billedOn === null && kind === 'lesson' && plainAmount(rate, currency)}</span>
            <span className={amount}>{refund !== null && plainAmount(-refund, currency)}</span>
          </li>
        );
      })}
    </ol>
  );
};
