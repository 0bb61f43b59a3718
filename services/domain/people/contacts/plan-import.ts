import { placeholderCity, placeholderZip } from '@rondo/contracts/api/placeholders.ts';
import { otherEmail } from '@rondo/contracts/api/shapes.ts';
import type { PreviewedCard } from '@rondo/contracts/api/people/vcard-import.ts';
import type { Contact } from '../vcards/contact.ts';
import type { Card } from '../vcards/read-cards.ts';
import { addPerson, matchPerson, type KnownPeople } from './known-people.ts';

/** What becomes of one card. */
export type PlannedCard = {
  readonly row: number;
  readonly contact: Contact;
  readonly result: PreviewedCard['result'];
  /** Why; '' for a new student. */
  readonly detail: string;
  /** The email that it brings to a student who is there already and has none. */
  readonly adds?: { readonly studentId: string; readonly email: string };
};

/** The lengths that the student form allows, and what a longer text is called. */
const lengths = [
  ['firstName', 100, 'first name'],
  ['lastName', 100, 'last name'],
  ['phone', 50, 'phone number'],
  ['email', 254, 'email address'],
  ['address', 300, 'address'],
  ['city', 100, 'city'],
  ['zipCode', 20, 'ZIP code'],
] as const;

const isEmail = (text: string): boolean => otherEmail.safeParse(text).success;

const problemOf = ({ contact, isCut }: Card): string | null => {
  if (isCut) return 'The card is cut off before its end.';
  if (contact.firstName === '' && contact.lastName === '') return 'A name is required.';
  const long = lengths.find(([field, length]) => (contact[field]?.length ?? 0) > length);
  return long ? `The ${long[2]} is longer than ${long[1]} characters.` : null;
};

/** As forms send them: placeholders for a missing city and ZIP code are no values, and neither is an email address that is none. */
const withoutPlaceholders = (contact: Contact): Contact => ({
  ...contact,
  email: contact.email === null || isEmail(contact.email) || contact.email.length > 254 ? contact.email : null,
  city: contact.city === placeholderCity ? null : contact.city,
  zipCode: contact.zipCode === placeholderZip ? null : contact.zipCode,
});

/** Decides on one card, and adds whom it brings to those who are known. The cards of a file come in their order. */
export const planCard = (card: Card, known: KnownPeople): PlannedCard => {
  const contact = withoutPlaceholders(card.contact);
  const { row } = card;
  const problem = problemOf({ ...card, contact });
  if (problem !== null) return { row, contact, result: 'failed', detail: problem };
  const match = matchPerson(known, contact);
  if (match && match.by !== null) {
    const same = match.by === 'name' ? 'Same name' : `Same name and ${match.by}`;
    const detail = match.known.row === null ? same : `${same} as card ${match.known.row}`;
    const { withoutEmail: studentId } = match.known;
    if (studentId === undefined || contact.email === null) return { row, contact, result: 'skipped', detail };
    match.known.withoutEmail = undefined;
    return { row, contact, result: 'skipped', detail, adds: { studentId, email: contact.email } };
  }
  addPerson(known, contact, { row });
  if (!match) return { row, contact, result: 'new', detail: '' };
  const another = match.differs === null ? '' : `, another ${match.differs}`;
  const detail = `Same name${match.known.row === null ? '' : ` as card ${match.known.row}`}${another}`;
  return { row, contact, result: 'known-name', detail };
};

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`;

/** What happened, in one sentence for each kind. */
export const importMessage = ({
  imported,
  skipped,
  failed,
  emailsAdded = 0,
}: Readonly<Record<'imported' | 'skipped' | 'failed', number>> & { readonly emailsAdded?: number }): string =>
  [
    imported === 0 ? 'No students imported.' : `${counted(imported, 'student')} imported.`,
    ...(skipped === 0 ? [] : [`${skipped} already here, left out.`]),
    ...(emailsAdded === 0 ? [] : [`${counted(emailsAdded, 'email address')} added.`]),
    ...(failed === 0 ? [] : [`${counted(failed, 'card')} could not be imported.`]),
  ].join(' ');
