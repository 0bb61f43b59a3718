import type { Message } from '@rondo/contracts/api/calendars/messages.ts';
import { counted } from '../../../lib/texts.ts';
import type { Kind, Next } from './commands.ts';

export const kindsInWords: Readonly<Record<Message['kind'], string>> = {
  reminder: 'Reminder',
  change: 'Changes',
  pastDue: 'Invoice',
  link: 'Link',
  receipt: 'Receipt',
  teacher: 'To the teacher',
};

/** What a kind of mail would send next, also while it is off. @param when the first one is due, in words */
export const nextInWords = ({ on, messages }: Next, kind: Kind, when: string): string => {
  const count = messages.length;
  if (count === 0) return on ? 'Nothing to send' : 'Off. It would send nothing now';
  const waiting = messages.filter(({ held: isHeld }) => isHeld).length;
  if (on && waiting > 0) return `${counted(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'} until you look`;
  const mails = counted(count, 'mail');
  if (!on)
    return kind === 'change' ? `Off. ${mails} about what families do not know` : `Off. It would send ${mails}, ${when}`;
  return `Next: ${mails}, ${when}`;
};

/** What became of a message, below its name. */
export const outcomeInWords = ({ state, because, subject, email }: Message): string => {
  if (state === 'sent') return subject ?? 'Sent';
  const why = because === null ? '' : `: ${because}`;
  return state === 'queued'
    ? `Waiting${why}`
    : `Not sent${why}${state === 'failed' && email !== null ? ` (${email})` : ''}`;
};

/** The families whose mail waits until someone looks. */
export const familiesWaiting = ({ messages }: Pick<Next, 'messages'>): string[] => [
  ...new Set(messages.flatMap(({ familyId, held: isHeld }) => (isHeld ? [familyId] : []))),
];
