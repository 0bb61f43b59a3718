import type { Invoice, InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { isLate, isPartlyPaid } from '@rondo/contracts/money/invoice-figures.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { counted } from '../../../lib/texts.ts';
import type { MonthOfInvoices } from './list.ts';
import { dayText } from './period.ts';

export type Place = { readonly timeZone: string; readonly today: IsoDate };

const dayOf = (instant: string, { timeZone, today }: Place): string =>
  dayText(wallClock(Date.parse(instant), timeZone).date, today);

const daysAway = (date: IsoDate, today: IsoDate): string => {
  const days = daysBetween(today, date);
  if (days === 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days}\u00a0days`;
};

const paidText = (paidOn: IsoDate | null, paidAt: string | null, place: Place): string => {
  if (paidOn !== null) return `Paid ${dayText(paidOn, place.today)}`;
  return paidAt === null ? 'Paid' : `Paid ${dayOf(paidAt, place)}`;
};

/** Two lines about the payment of an invoice: when it was or is to be paid, and what that means today. */
export const dueWords = (invoice: Invoice, place: Place): { first: string; second: string; late: boolean } => {
  const { status, createdAt, paidAt, paidOn, dueDate, total } = invoice;
  const { today } = place;
  const due = dueDate === null ? '' : `Due ${dayText(dueDate, today)}`;
  if (status === 'draft') return { first: 'Not sent', second: `Created ${dayOf(createdAt, place)}`, late: false };
  if (status === 'paid') return { first: paidText(paidOn, paidAt, place), second: due, late: false };
  if (total <= 0) return { first: 'Nothing to pay', second: '', late: false };
  const late = isLate(invoice);
  if (dueDate === null) return { first: 'No due date', second: late ? 'Marked as overdue' : '', late };
  if (dueDate < today) return { first: due, second: `${counted(daysBetween(dueDate, today), 'day')} past due`, late };
  return { first: due, second: status === 'overdue' ? 'Marked as overdue' : daysAway(dueDate, today), late };
};

/** Which part of an issued invoice something has paid: "Paid $200.00", or "Credit $110.00" alone; "" if there is no part, or that is all. */
export const paidWords = (
  invoice: Pick<Invoice, 'openAmount' | 'toPay' | 'paidAmount' | 'creditApplied' | 'currency'>,
): string => {
  const { openAmount, paidAmount, creditApplied, currency } = invoice;
  if (isPartlyPaid(invoice)) return `Paid ${moneyText(paidAmount, currency)}`;
  return creditApplied > 0 && openAmount > 0 ? `Credit ${moneyText(creditApplied, currency)}` : '';
};

const quantityOf = (invoice: Pick<Invoice, 'items'>, kind: Invoice['items'][number]['itemType']): number =>
  invoice.items.filter(({ itemType }) => itemType === kind).reduce((sum, { quantity }) => sum + quantity, 0);

/** Two lines about what an invoice bills: lessons and months, then refunds. */
export const billedWords = (invoice: Invoice): { first: string; second: string } => {
  const [months, lessons, refunds] = [
    quantityOf(invoice, 'monthly'),
    quantityOf(invoice, 'lesson'),
    quantityOf(invoice, 'refund'),
  ];
  const parts = [
    ...(months > 0 ? [counted(months, 'month')] : []),
    ...(lessons > 0 ? [counted(lessons, 'lesson')] : []),
  ];
  const refunded = `${counted(refunds, 'refund')}, ${moneyText(-invoice.refunds, invoice.currency)}`;
  return {
    first: parts.length > 0 ? parts.join(', ') : 'Refunds only',
    second: refunds > 0 ? refunded : months > 0 ? 'Monthly rate' : 'No refunds',
  };
};

/** "12 invoices, 3 of them drafts". */
export const countWords = ({ invoices, drafts }: Pick<MonthOfInvoices, 'invoices' | 'drafts'>): string => {
  const all = counted(invoices.length, 'invoice');
  if (drafts === 0) return all;
  if (drafts === invoices.length) return `${all}, ${drafts === 1 ? 'a draft' : 'all drafts'}`;
  return `${all}, ${drafts} of them ${drafts === 1 ? 'a draft' : 'drafts'}`;
};

/** Up to three names; of more, the first two and how many there are beside them. */
export const studentLabel = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} + ${names.length - 2} more`;

/** "Mon, Nov 9" and "3:15 – 4:00 PM". */
export const entryTime = ({ date, startTime, duration }: InvoiceEntry): { day: string; time: string } => {
  const start = toMinutes(startTime);
  return { day: shortDate(date), time: formatTimeRange(start, start + duration) };
};

/** "26 h notice", "40 min notice", "no notice" of a lesson that was cancelled after it began. */
export const noticeWords = (hours: number): string => {
  if (hours <= 0) return 'no notice';
  if (hours < 1) return `${Math.round(hours * 60)}\u00a0min notice`;
  return hours < 96 ? `${Math.round(hours)}\u00a0h notice` : `${Math.round(hours / 24)}\u00a0days’ notice`;
};

/** What a billed lesson that takes place says: "Taught", "In 3 days", and that it was moved. */
export const placeWords = ({ date, originalDate, movedTo }: InvoiceEntry, today: IsoDate): string => {
  const when = (movedTo ?? date) < today ? 'Taught' : daysAway(movedTo ?? date, today);
  if (movedTo !== null) return `${when}, moved to ${shortDate(movedTo)}`;
  return originalDate === date ? when : `${when}, moved from ${shortDate(originalDate)}`;
};

/** What a date of a preview says beside its time: "Cancelled with 26 h notice", "Moved from Mon, Nov 16", and where it was billed. */
export const fateWords = ({ status, noticeHours, originalDate, date, billedOn }: InvoiceEntry): string => {
  const notice = noticeHours === null ? '' : ` with ${noticeWords(noticeHours)}`;
  const parts = [
    ...(status === 'cancelled' ? [`Cancelled${notice}`] : []),
    ...(status === 'deleted' ? ['No longer takes place'] : []),
    ...(status === 'scheduled' && originalDate !== date ? [`Moved from ${shortDate(originalDate)}`] : []),
    ...(billedOn === null ? [] : [`billed on ${billedOn}`]),
  ];
  return parts.join(', ');
};
