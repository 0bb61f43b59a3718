import { accountPath, invoicePath } from '../../lib/paths.ts';
import { studentPath } from '../../lib/people.ts';
import type { Found } from '@rondo/contracts/api/studio/search.ts';
import { dayOfWeekOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate, dateRange } from '@rondo/contracts/calendar/words.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { beginsWords, searchWords } from '@rondo/contracts/people/search-words.ts';
import {
  Activity,
  CalendarCheck,
  CalendarDays,
  CalendarSync,
  ContactRound,
  GraduationCap,
  House,
  KeyRound,
  Mail,
  Navigation,
  MapPin,
  Send,
  Plus,
  Route,
  SlidersHorizontal,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { shortAddress } from '../../lib/address.ts';
import type { Subscriber } from '../../calendar/sharing/subscriber.ts';
import { dayNamed } from './days.ts';

export const entryIcons = {
  student: Users,
  teacher: GraduationCap,
  family: House,
  invoice: Mail,
  day: CalendarDays,
  share: CalendarSync,
  command: Plus,
} as const satisfies Record<string, LucideIcon>;

/** One line of the palette: where it leads, or whose calendar it shares. */
export type Entry = {
  readonly kind: keyof typeof entryIcons;
  readonly key: string;
  readonly label: string;
  /** What tells it from another one with the same name. */
  readonly detail: string;
  readonly icon?: LucideIcon;
  readonly leads: { readonly to: string } | { readonly shares: Subscriber };
};

export type Group = { readonly title: string; readonly entries: readonly Entry[] };

type Command = { readonly label: string; readonly also: string; readonly to: string; readonly icon: LucideIcon };

const commands: readonly Command[] = [
  { label: 'Generate schedule', also: 'plan optimize week', to: '/planner?open=generate', icon: Route },
  { label: 'Create invoices', also: 'bill new', to: '/students?tab=invoices&view=create', icon: Mail },
  { label: 'Add lesson or appointment', also: 'new entry', to: '/schedule?open=new', icon: Plus },
  { label: 'Add student', also: 'new', to: '/students?edit=new', icon: Plus },
  { label: 'Add teacher', also: 'new', to: '/teachers?edit=new', icon: Plus },
  { label: 'Import students from contacts', also: 'vcard', to: '/students?import=vcards', icon: ContactRound },
  {
    label: 'Import families and balances',
    also: 'csv my music staff tutorbird spreadsheet students',
    to: '/students?import=families',
    icon: Users,
  },
  { label: 'Open schedule', also: 'go calendar week', to: '/schedule', icon: CalendarDays },
  { label: 'Open my day', also: 'go road drive next stop navigate', to: '/day', icon: Navigation },
  { label: 'Open planner', also: 'go reports', to: '/planner', icon: Route },
  { label: 'Open students', also: 'go list', to: '/students', icon: Users },
  { label: 'Open families', also: 'go list share links pages parents', to: '/families', icon: Users },
  { label: 'Open messages', also: 'go mail reminders', to: '/messages', icon: Mail },
  { label: 'Open invoices', also: 'go list', to: '/students?tab=invoices', icon: Mail },
  {
    label: 'Open attendance',
    also: 'go report absent missed not home late taught',
    to: '/students?tab=attendance',
    icon: CalendarCheck,
  },
  { label: 'Open teachers', also: 'go list', to: '/teachers', icon: GraduationCap },
  { label: 'Tell families', also: 'changes changed message mail', to: '/changes', icon: Send },
  { label: 'Open routes', also: 'go drive map', to: '/routes', icon: Route },
  { label: 'Open map of students', also: 'go', to: '/students?map=shown', icon: MapPin },
  { label: 'Open settings', also: 'go backups restore time zone currency', to: '/settings', icon: SlidersHorizontal },
  { label: 'Open API monitor', also: 'go maps cache', to: '/api-monitor', icon: Activity },
  { label: 'Change password', also: 'account', to: '/change-password', icon: KeyRound },
  { label: 'Show keyboard shortcuts', also: 'keys help', to: '/schedule?open=keys', icon: SlidersHorizontal },
];

const commandEntry = ({ label, to, icon }: Command): Entry => ({
  kind: 'command',
  key: `command ${to}`,
  label,
  detail: '',
  icon,
  leads: { to },
});

/** Shown before anything is typed. */
export const firstCommands: readonly Entry[] = commands.slice(0, 5).map(commandEntry);

const listed = (parts: readonly (string | null)[]): string => parts.filter((part) => part).join(' · ');

const withTeachers = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `with ${names.join(', ')}`;

/** Commands have no more than these: typing narrows them down. */
const mostCommands = 6;

/** What a text asks for: a calendar to share, if it begins with that word; else whatever is called so. */
export const askedIn = (typed: string): { readonly q: string; readonly isSharing: boolean } => {
  const [first = '', ...rest] = searchWords(typed);
  const isSharing = first.length >= 3 && 'share'.startsWith(first) && rest.length > 0;
  if (!isSharing) return { q: first === '' ? '' : typed.trim(), isSharing };
  const name = rest.filter((word) => word !== 's' && !(word.length >= 3 && 'calendar'.startsWith(word)));
  return { q: name.join(' '), isSharing };
};

const sharing = ({ students, teachers }: Found): Entry[] => {
  const share = (kind: Subscriber['kind'], id: string, name: string, detail: string): Entry => ({
    kind: 'share',
    key: `share ${kind} ${id}`,
    label: `Share ${name}’s calendar`,
    detail,
    leads: { shares: { kind, id, name, shortName: name.split(' ')[0] ?? name } },
  });
  return [
    ...students.map((one) =>
      share('student', one.id, one.name, listed([shortAddress(one), withTeachers(one.teachers)])),
    ),
    ...teachers.map((one) => share('teacher', one.id, one.name, 'Teacher')),
  ];
};

const dayEntry = (date: IsoDate): Entry => ({
  kind: 'day',
  key: `day ${date}`,
  label: `${longDayName(dayOfWeekOf(date))}, ${calendarDate(date)}`,
  detail: 'Open this day',
  leads: { to: `/schedule?day=${date}` },
});

const people = ({ students, teachers }: Found): Entry[] => [
  ...students.map((one): Entry => ({
    kind: 'student',
    key: `student ${one.id}`,
    label: one.name,
    detail: listed([shortAddress(one), withTeachers(one.teachers), one.phone]),
    leads: { to: studentPath(one.id) },
  })),
  ...teachers.map((one): Entry => ({
    kind: 'teacher',
    key: `teacher ${one.id}`,
    label: one.name,
    detail: listed(['Teacher', shortAddress(one), one.phone]),
    leads: { to: `/teachers?edit=${one.id}` },
  })),
];

const families = (found: Found): Entry[] =>
  found.families.map((one) => ({
    kind: 'family',
    key: `family ${one.id}`,
    label: one.name,
    detail: listed([one.students.join(', '), one.balance]),
    leads: { to: accountPath(one.id) },
  }));

const statusWords = { draft: 'Draft', sent: 'Sent', paid: 'Paid', overdue: 'Overdue' } as const;

const invoices = (found: Found): Entry[] =>
  found.invoices.map((one) => ({
    kind: 'invoice',
    key: `invoice ${one.id}`,
    label: one.invoiceNumber,
    detail: listed([
      one.payer,
      moneyText(one.total, one.currency),
      statusWords[one.status],
      dateRange(one.billingPeriodStart, one.billingPeriodEnd),
    ]),
    leads: { to: invoicePath(one.invoiceNumber) },
  }));

/** What the server found, with what it answers. */
export type Answer = {
  readonly found: Found;
  /** It answers what was typed before: only what the text still finds is left of it. */
  readonly isOld: boolean;
};

/** What a text finds, in groups. @param answer the server's to it; null while there is none */
export const groupsFor = (typed: string, answer: Answer | null, today: IsoDate): Group[] => {
  const terms = searchWords(typed);
  const { q, isSharing } = askedIn(typed);
  const names = searchWords(q);
  const of = (entries: (found: Found) => Entry[]): Entry[] =>
    answer === null
      ? []
      : entries(answer.found).filter(
          ({ label, detail }) => !answer.isOld || beginsWords(names, searchWords(`${label} ${detail}`)),
        );
  const day = dayNamed(typed, today);
  const fitting =
    terms.length === 0
      ? []
      : commands.filter(({ label, also }) => beginsWords(terms, searchWords(`${label} ${also}`))).map(commandEntry);
  const groups: Group[] = [
    { title: 'People', entries: isSharing ? [] : of(people) },
    { title: 'Families', entries: isSharing ? [] : of(families) },
    { title: 'Invoices', entries: isSharing ? [] : of(invoices) },
    { title: 'Days', entries: day === null ? [] : [dayEntry(day)] },
    {
      title: 'Commands',
      entries: [...(isSharing ? of(sharing) : []), ...fitting].slice(0, mostCommands),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
};
