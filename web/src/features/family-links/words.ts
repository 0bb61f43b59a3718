import type { Family } from '@rondo/contracts/api/calendars/families.ts';
import { joined } from '../../lib/texts.ts';
import type { Recipient } from './commands.ts';

export const getsInWords: Readonly<Record<Recipient['gets'], string>> = {
  both: 'invoices and lessons',
  schedule: 'lessons',
  invoices: 'invoices',
};

const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(new Date(instant));

/** "Opened Nov 28 on Safari on iPhone", "Never opened", "Revoked" */
export const linkInWords = ({ state, lastOpenedAt, lastOpenedOn }: Recipient['link']): string => {
  if (state === 'revoked') return 'Revoked';
  if (lastOpenedAt === null) return 'Never opened';
  return `Opened ${dayOf(lastOpenedAt)}${lastOpenedOn === null ? '' : ` on ${lastOpenedOn}`}`;
};

/** Why mail does not reach a recipient; null: it does. */
export const mailInWords = ({ stopped, refused }: Recipient['mail']): string | null => {
  if (refused !== null) return 'No mail reaches this address';
  if (stopped.includes('all')) return 'Wants no mail';
  return stopped.length === 0 ? null : `Wants no ${joined(stopped)}`;
};

const mostNames = 5;

/** Why some get no link by mail, and what to do: "Ben Ito and 3 others have no address for mail. Hand each link over by Share again." */
export const handedInWords = (handed: readonly Recipient[], sendsMail: boolean): string => {
  const act = `Hand ${handed.length === 1 ? 'the link' : 'each link'} over yourself: by Share again, behind the dots.`;
  if (!sendsMail) return `This server sends no mail for you. ${act}`;
  const rest = handed.length - mostNames;
  const names = handed.slice(0, mostNames).map(({ name }) => name);
  const whose = joined(rest > 0 ? [...names, rest === 1 ? '1 other' : `${rest} others`] : names);
  return `No mail reaches ${whose}. ${act}`;
};

/** The families in which a search finds the family's name, a student or a contact. */
export const familiesFound = (families: readonly Family[], search: string): readonly Family[] => {
  const term = search.trim().toLowerCase();
  if (term === '') return families;
  return families.filter(({ name, students, recipients }) =>
    [name, ...students.map((one) => one.name), ...recipients.flatMap((one) => [one.name, one.email ?? ''])].some(
      (text) => text.toLowerCase().includes(term),
    ),
  );
};
