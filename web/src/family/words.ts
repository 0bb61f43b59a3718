import type { FamilyInvoice, FamilyLesson, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';

// Dates and amounts in words. The app's own functions would bring much code along.

const format = (options: Intl.DateTimeFormatOptions): ((date: string) => string) => {
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (date) => formatter.format(new Date(`${date}T00:00:00Z`));
};

/** "Monday, December 7" */
export const longDay = format({ weekday: 'long', month: 'long', day: 'numeric' });
/** "Mon, Nov 16" */
export const shortDay = format({ weekday: 'short', month: 'short', day: 'numeric' });
/** "Dec 7" */
export const monthDay = format({ month: 'short', day: 'numeric' });
/** "September 8" */
export const longMonthDay = format({ month: 'long', day: 'numeric' });
export const weekday = format({ weekday: 'long' });

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const clock = (time: string): { text: string; half: string } => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return {
    text: `${((hours + 11) % 12) + 1}:${String(minutes).padStart(2, '0')}`,
    half: hours < 12 || hours === 24 ? 'AM' : 'PM',
  };
};
/** "4:15" and "PM" */
export const timeParts = clock;

/** "4:15 – 4:45 PM" */
export const timeRange = ({ startTime, endTime }: Pick<FamilyLesson, 'startTime' | 'endTime'>): string => {
  const [start, end] = [clock(startTime), clock(endTime)];
  return `${start.text}${start.half === end.half ? '' : ` ${start.half}`} – ${end.text} ${end.half}`;
};

/** "Nov 1 – 30", "Oct 15 – Nov 14" */
export const period = (from: string, to: string): string =>
  from.slice(0, 7) === to.slice(0, 7)
    ? `${monthDay(from)} – ${Number(to.slice(8))}`
    : `${monthDay(from)} – ${monthDay(to)}`;

export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/** "Theo and Mia" */
export const listed = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names);

/** What the studio's clock shows now. */
const nowIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date());

/** The next date on which something takes place, with all that does then. */
export const nextLessons = ({ lessons, today, timeZone }: FamilyPage): readonly FamilyLesson[] => {
  const now = nowIn(timeZone);
  const ahead = lessons.filter(
    ({ status, date, endTime }) => status === 'scheduled' && (date > today || (date === today && endTime > now)),
  );
  return ahead.filter(({ date }) => date === ahead[0]?.date);
};

/** "Today", "Tomorrow", or the day. */
export const dayInWords = (date: string, today: string): string =>
  date === today ? 'Today' : date === dayAfter(today) ? 'Tomorrow' : longDay(date);

/** "Central Time"; null where the browser's clock shows the same. */
export const foreignZone = (timeZone: string): string | null => {
  if (new Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone) return null;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
};

type LessonState = Pick<FamilyLesson, 'status' | 'by' | 'teacher' | 'reason' | 'place' | 'was'> &
  Partial<Pick<FamilyLesson, 'estimate' | 'request'>>;

/** An answer is awaited, or the family's choice. */
export const isWaiting = ({ request }: Pick<FamilyLesson, 'request'>): boolean =>
  request?.state === 'open' || request?.state === 'offered';

const askedNote = ({ state, answer }: NonNullable<FamilyLesson['request']>, teacher: string): string => {
  if (state === 'open') return 'You requested another time';
  if (state === 'offered') return `${teacher} offers another time`;
  return state === 'yes'
    ? 'Moved as you asked'
    : `${teacher} cannot move this lesson${answer === null ? '' : `: “${answer}”`}`;
};

/** What stands below a lesson. */
export const noteOf = ({
  status,
  by,
  teacher,
  reason,
  place,
  was,
  estimate = null,
  request = null,
}: LessonState): string => {
  if (status === 'cancelled') return by === 'family' ? 'Cancelled by you' : `Cancelled by ${teacher}`;
  if (status === 'closed') return reason === null ? 'No lesson' : `No lesson: ${reason}`;
  const moved =
    was === null ? [] : [`moved from ${shortDay(was.date)}, ${clock(was.startTime).text} ${clock(was.startTime).half}`];
  const late =
    estimate === null || estimate.minutes === 0
      ? []
      : [`${estimate.minutes} minutes late, about ${clock(estimate.startTime).text} ${clock(estimate.startTime).half}`];
  const parts = [
    ...late,
    ...(place === null ? [] : [place]),
    ...moved,
    ...(request ? [askedNote(request, teacher)] : []),
  ];
  return parts.join(' · ');
};

export type Row =
  | { readonly kind: 'lessons'; readonly date: string; readonly lessons: readonly FamilyLesson[] }
  | { readonly kind: 'closure'; readonly closure: FamilyPage['closures'][number] };

/** The coming dates after the next one; a closure is one row, without its lessons. */
export const comingRows = (page: FamilyPage): readonly Row[] => {
  const next = new Set(nextLessons(page).map(({ ref }) => ref));
  const rest = page.lessons.filter(({ ref, status }) => !next.has(ref) && status !== 'closed');
  const dates = [...new Set(rest.map(({ date }) => date))];
  const rows: readonly (readonly [string, Row])[] = [
    ...dates.map(
      (date) => [date, { kind: 'lessons', date, lessons: rest.filter((one) => one.date === date) }] as const,
    ),
    ...page.closures.map((closure) => [closure.from, { kind: 'closure', closure }] as const),
  ];
  return rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row);
};

/** What is open in each currency, and by when. */
export const openSums = (invoices: readonly FamilyInvoice[]) => {
  const open = invoices.filter((invoice) => invoice.open > 0);
  return [...new Set(open.map(({ currency }) => currency))].map((currency) => {
    const own = open.filter((invoice) => invoice.currency === currency);
    const due = own.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0] ?? null;
    const cents = own.reduce((sum, invoice) => sum + Math.round(invoice.open * 100), 0);
    return { text: money(cents / 100, currency), due };
  });
};

/** "INV-2026-0058 · paid Nov 2" */
export const invoiceNote = ({ number, paidOn, open, total, currency, status, dueDate }: FamilyInvoice): string => {
  if (open === 0) return paidOn === null ? number : `${number} · paid ${monthDay(paidOn)}`;
  if (open < total) return `${number} · ${money(total - open, currency)} of it paid`;
  return status === 'overdue' && dueDate !== null ? `${number} · was due ${monthDay(dueDate)}` : number;
};
