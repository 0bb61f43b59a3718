import type { Payment } from '@rondo/contracts/api/payments.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { ChevronRight } from 'lucide-react';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { counted } from '../../../lib/texts.ts';
import { dayText } from '../../invoices/model/period.ts';
import { titleOf } from '../model/words.ts';

/** Payments that no longer count, below the lines of the account; nothing if there are none. */
export const VoidedPayments = ({ payments }: { readonly payments: readonly Payment[] }) => {
  const { timeZone, today } = usePlace();
  const voided = payments.filter(({ voidedAt }) => voidedAt !== null);
  if (voided.length === 0) return null;
  return (
    <details className="group/voided border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 px-4 text-ink-2 hover:text-ink">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open/voided:rotate-90 motion-reduce:transition-none"
          strokeWidth={1.75}
        />
        {counted(voided.length, 'voided payment')}
      </summary>
      <ul aria-label="Voided payments" className="pb-2">
        {voided.map((payment) => (
          <li key={payment.id} className="flex gap-3 border-t border-line-soft px-4 py-2 text-ink-2">
            <span className="w-14 shrink-0 tabular-nums desk:mr-7">{dayText(payment.date, today)}</span>
            <span className="min-w-0 grow">
              <s className="break-words">{titleOf(payment)}</s>
              <span className="block text-small text-ink-3">
                Voided {dayText(wallClock(Date.parse(payment.voidedAt ?? ''), timeZone).date, today)}
              </span>
            </span>
            <s className="shrink-0 whitespace-nowrap tabular-nums">{moneyText(payment.amount, payment.currency)}</s>
          </li>
        ))}
      </ul>
    </details>
  );
};
