import type { InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import { plainAmount } from '@rondo/contracts/money/money.ts';
import { cn } from '../../../ui/cn.ts';
import { entryTime, fateWords } from '../model/words.ts';
import { previewColumns } from './preview-columns.ts';

/** Every date that an invoice would bill or refund, in the columns of the preview. */
export const PreviewDates = (props: {
  readonly id: string;
  readonly entries: readonly InvoiceEntry[];
  readonly currency: string;
}) => {
  const { id, entries, currency } = props;
  return (
    <ol id={id} aria-label="Dates" className="pb-3">
      {entries.map((entry) => {
        const { day, time } = entryTime(entry);
        const { kind, rate, refund, billedOn } = entry;
        const said = fateWords(entry);
        return (
          <li key={`${entry.lessonId} ${entry.date}`} className={cn(previewColumns, 'py-0.5')}>
            <p className="flex items-baseline gap-x-3 whitespace-nowrap tabular-nums max-desk:gap-x-2">
              <span className={refund === null ? undefined : 'text-ink-2 line-through'}>{day}</span>
              <span className="text-small text-ink-3">{time}</span>
            </p>
            <p className="tabular-nums max-desk:col-start-2 max-desk:row-start-1 max-desk:text-right">
              {billedOn === null && kind === 'lesson' && plainAmount(rate, currency)}
            </p>
            <p className="text-ink-2 empty:hidden desk:col-span-2 max-desk:col-span-2 max-desk:text-small">
              {refund !== null && <span className="text-ink tabular-nums">{plainAmount(-refund, currency)} </span>}
              {said}
            </p>
          </li>
        );
      })}
    </ol>
  );
};
