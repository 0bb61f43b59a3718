import type { Message } from '@rondo/contracts/api/calendars/messages.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { StudioTime } from '../../../calendar/moments/moment-text.ts';
import { counted } from '../../../lib/texts.ts';
import type { Kind, Next } from './commands.ts';

export const kindsInWords: Readonly<Record<Message['kind'], string>> = {
  reminder: 'Reminder',
  change: 'Changes',
  pastDue: 'Invoice',
  note: 'Note',
  link: 'Link',
  receipt: 'Receipt',
  teacher: 'To the teacher',
};

/** When mail goes: "now", "tomorrow at 5:00 PM", "on Tuesday, December 8, at 9:00 AM". */
export const whenDue = (dueAt: string, now: number, { timeZone, today }: StudioTime): string => {
  if (Date.parse(dueAt) <= now) return 'now';
  const { date, minute } = wallClock(Date.parse(dueAt), timeZone);
  const time = formatTime(minute);
  if (date === today) return `today at ${time}`;
  return date === addDays(today, 1) ? `tomorrow at ${time}` : `on ${longDate(date)}, at ${time}`;
};

/** What a kind of mail would send next, also while it is off. */
export const nextInWords = (
  { on, messages, changes }: Pick<Next, 'on' | 'messages' | 'changes'>,
  kind: Kind,
  { now, place }: { readonly now: number; readonly place: StudioTime },
): string => {
  const [first] = messages;
  if (!first) return on ? 'Nothing to send' : 'Off. It would send nothing now';
  const waiting = messages.filter(({ held: isHeld }) => isHeld).length;
  if (on && waiting > 0) return `${counted(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'} until you look`;
  const mails = counted(messages.length, 'mail');
  const when = whenDue(first.dueAt, now, place);
  if (kind === 'change') {
    const about = `${mails} about ${counted(changes ?? 0, 'change')}`;
    return on ? `Next ${when}: ${about}` : `Off. It would send ${about} now`;
  }
  if (kind === 'pastDue') return on ? `Next ${when}: ${mails}` : `Off. It would send ${mails} ${when}`;
  const lessonDay = longDate(addDays(wallClock(Date.parse(first.dueAt), place.timeZone).date, 1));
  return on ? `Next ${when}: ${mails} for ${lessonDay}` : `Off. It would send ${mails} ${when}, for ${lessonDay}`;
};

/** What became of a message, below its name. */
export const outcomeInWords = ({ state, because, subject, email, refused }: Message): string => {
  if (state === 'sent') return subject ?? 'Sent';
  if (refused) return `No such mailbox: ${email ?? ''}.`;
  const why = because === null ? '' : `: ${because}`;
  return state === 'queued'
    ? `Waiting${why}`
    : `Not sent${why}${state === 'failed' && email !== null ? ` (${email})` : ''}`;
};

/** Messages whose address is to be checked come first, the others as they are. */
export const refusedFirst = (entries: readonly Message[]): readonly Message[] => [
  ...entries.filter(({ refused }) => refused),
  ...entries.filter(({ refused }) => !refused),
];

/** Where the address of someone is changed: on the family's account, or a student's own page. */
export const addressPath = (recipientId: string, familyId: string): string =>
  recipientId === familyId ? `/students/${recipientId}` : `/students/accounts/${familyId}`;

/** Half hours at which reminders can go, with the one that is set. */
export const reminderTimes = (current: string): readonly string[] => {
  const times = Array.from({ length: 17 }, (_, i) => toTimeText(12 * 60 + 30 * i));
  return times.includes(current) ? times : [...times, current].toSorted();
};

/** The families whose mail waits until someone looks. */
export const familiesWaiting = ({ messages }: Pick<Next, 'messages'>): string[] => [
  ...new Set(messages.flatMap(({ familyId, held: isHeld }) => (isHeld ? [familyId] : []))),
];
