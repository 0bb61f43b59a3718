import type { Invoice, InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { isLate, isPartlyPaid } from '@rondo/contracts/money/invoice-figures.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import type { RecordedOutcome } from '@rondo/contracts/policy/policy.ts';
import { noticeInBrief } from '@rondo/contracts/policy/words.ts';
import { namesLabel } from '@rondo/contracts/people/family-name.ts';
import { counted, joined } from '../../../lib/texts.ts';
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
  const [months, lessons, charges, refunds] = [
    quantityOf(invoice, 'monthly'),
    quantityOf(invoice, 'lesson'),
    quantityOf(invoice, 'charge'),
    quantityOf(invoice, 'refund'),
  ];
  const parts = [
    ...(months > 0 ? [counted(months, 'month')] : []),
    ...(lessons > 0 ? [counted(lessons, 'lesson')] : []),
    ...(charges > 0 ? [counted(charges, 'charge')] : []),
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

/** A name without the last words that the family's name has too: "Mia" of the "Park family". */
const withoutFamily = (name: string, family: readonly string[]): string => {
  const parts = name.split(' ');
  while (parts.length > 1 && family.includes(parts.at(-1) ?? '')) parts.pop();
  return parts.join(' ');
};

/** Children of a family: "Mia and Theo"; of more than three the first two, "Mia, Theo + 2 more". */
export const childrenOf = (family: string, names: readonly string[]): string => {
  const short = names.map((name) => withoutFamily(name, family.split(' ')));
  return short.length <= 3 ? joined(short) : namesLabel(short);
};

/** The children on a family's invoice; "" on a student's own. */
export const childrenWords = ({ payer, students }: Pick<Invoice, 'payer' | 'students'>): string =>
  payer.type === 'household'
    ? childrenOf(
        payer.name,
        students.map(({ name }) => name),
      )
    : '';

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

/** "Nobody at home, 50 % charged"; null where somebody was, or nothing is recorded. */
const absenceWords = ({ attendance, absenceCharge }: InvoiceEntry): string | null => {
  if (attendance !== 'absent') return null;
  const charge = absenceCharge ?? 100;
  if (charge === 0) return 'Nobody at home, nothing charged';
  return `Nobody at home, ${charge === 100 ? 'charged in full' : `${charge}\u00a0% charged`}`;
};

/** What a billed lesson that takes place says: "Taught", "In 3 days", and that it was moved. */
export const placeWords = (entry: InvoiceEntry, today: IsoDate): string => {
  const { date, originalDate, movedTo, attendance, minutesLate } = entry;
  const isPast = attendance === 'taught' || (movedTo ?? date) < today;
  const taught = minutesLate > 0 ? `Taught, ${minutesLate}\u00a0min late` : 'Taught';
  const when = absenceWords(entry) ?? (isPast ? taught : daysAway(movedTo ?? date, today));
  if (movedTo !== null) return `${when}, moved to ${shortDate(movedTo)}`;
  return originalDate === date ? when : `${when}, moved from ${shortDate(originalDate)}`;
};

/** How long before a lesson was cancelled: "30 h notice"; null where that is not known or not asked. */
export const entryNotice = ({ cancellation, noticeHours }: InvoiceEntry): string | null => {
  const minutes = cancellation?.noticeMinutes ?? null;
  if (minutes !== null)
    return minutes <= 0 ? 'no notice' : `${noticeInBrief(minutes).replaceAll(' ', '\u00a0')} notice`;
  // By what was agreed only a family gives notice.
  if (cancellation !== null && cancellation.outcome !== null && cancellation.by !== null) return null;
  return noticeHours === null ? null : noticeWords(noticeHours);
};

export const withCapital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const chargedWords = (outcome: RecordedOutcome): string => {
  if ('owed' in outcome)
    return outcome.until === null ? 'a lesson is owed' : `a lesson is owed until ${shortDate(outcome.until)}`;
  if (outcome.charge === 0) return 'nothing charged';
  return outcome.charge === 100 ? 'charged in full' : `${outcome.charge}\u00a0% charged`;
};

/** What a cancellation comes to: "50 % charged, by the policy of Tue, Dec 1", "Nothing charged, chosen by hand", and the reason. */
export const agreedWords = ({ cancellation, policyFrom }: InvoiceEntry): string[] => {
  if (cancellation === null) return [];
  const { outcome, chosen, reason } = cancellation;
  const why = chosen ? ', chosen by hand' : policyFrom === null ? '' : `, by the policy of ${shortDate(policyFrom)}`;
  return [
    ...(outcome === null ? [] : [withCapital(`${chargedWords(outcome)}${why}`)]),
    ...(reason === null ? [] : [`“${reason}”`]),
  ];
};

/** "Closed: Thanksgiving", and what becomes of its money where it is not given back. */
export const closedWords = ({ closure, kind, refund, refundedOn }: InvoiceEntry): string[] => {
  if (closure === null) return [];
  const money =
    closure.money === 'owed'
      ? ['a lesson is owed']
      : kind === 'covered' && refund === null && refundedOn === null && closure.money === 'refund'
        ? ['the month stays charged']
        : [];
  return [closure.reason === null ? 'Closed' : `Closed: ${closure.reason}`, ...money];
};

/** What a date of a preview says beside its time: "Cancelled with 26 h notice", "Moved from Mon, Nov 16", and where it was billed. */
export const fateWords = (entry: InvoiceEntry): string => {
  const { status, originalDate, date, billedOn, closure, cancellation, corrected } = entry;
  const notice = entryNotice(entry);
  const outcome = cancellation?.outcome ?? null;
  const isOff = status === 'cancelled' && closure === null;
  const absence = absenceWords(entry);
  const parts = [
    ...closedWords(entry),
    ...(isOff ? [`Cancelled${notice === null ? '' : ` with ${notice}`}`] : []),
    ...(isOff && outcome !== null ? [chargedWords(outcome)] : []),
    ...(status === 'deleted' ? ['No longer takes place'] : []),
    ...(absence === null ? [] : [absence]),
    ...(status === 'scheduled' && corrected !== null && absence === null ? ['Took place after all'] : []),
    ...(status === 'scheduled' && originalDate !== date ? [`Moved from ${shortDate(originalDate)}`] : []),
    ...(billedOn === null ? [] : [`billed on ${billedOn}`]),
  ];
  return parts.join(', ');
};
