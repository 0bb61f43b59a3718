import { otherEmail } from '@rondo/contracts/api/shapes.ts';
import type { FileField } from '@rondo/contracts/people/family-file.ts';
import { tidyText } from '../vcards/contact.ts';
import { amountIn, rateIn, styleOf } from './amounts.ts';
import type { CsvTable } from './read-csv.ts';

// What each row of a file says.

type FileContact = {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
};

export type FileRow = {
  /** The line in the file. */
  readonly row: number;
  readonly firstName: string;
  readonly lastName: string;
  /** Null: none. */
  readonly family: string | null;
  readonly familyId: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string;
  readonly city: string | null;
  readonly zipCode: string | null;
  readonly lessonDuration: number;
  readonly rateCents: number | null;
  readonly contacts: readonly FileContact[];
  /** Above zero: owed. Null: the row says nothing. */
  readonly balanceCents: number | null;
  /** As the file has it. */
  readonly balanceText: string;
  readonly isInactive: boolean;
  /** What was not taken as it stands. */
  readonly notes: readonly string[];
  /** Why it cannot be imported, after "Row 9: ". */
  readonly problem: string | null;
};

export type BelowZero = 'owes' | 'credit';
/** Lengths that the form of a student offers. */
const lessonLengths = new Set([30, 45, 60, 90]);
const usualLength = 45;

const lengths = [
  ['firstName', 100, 'first name'],
  ['lastName', 100, 'last name'],
  ['phone', 50, 'phone number'],
  ['email', 254, 'email address'],
  ['address', 300, 'address'],
  ['city', 100, 'city'],
  ['zipCode', 20, 'ZIP code'],
  ['family', 100, 'name of the family'],
  ['familyId', 200, 'id of the family'],
] as const;

const isEmail = (text: string): boolean => otherEmail.safeParse(text).success;

/** "Park, Theo" and "Theo Park"; a single word is a first name. */
const nameFrom = (whole: string): { firstName: string; lastName: string } => {
  const comma = whole.indexOf(',');
  if (comma !== -1) return { firstName: tidyText(whole.slice(comma + 1)), lastName: tidyText(whole.slice(0, comma)) };
  const space = whole.lastIndexOf(' ');
  return space === -1
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, space), lastName: whole.slice(space + 1) };
};

const firstOf = (text: string): string => text.split(';')[0]?.trim() ?? '';

const durationOf = (text: string): { lessonDuration: number; notes: string[] } => {
  if (text === '') return { lessonDuration: usualLength, notes: [] };
  const minutes = Number(/^\d+(?=\s*(?:m|min|mins|minutes)?\.?$)/i.exec(firstOf(text))?.[0] ?? NaN);
  const several = text.includes(';') ? [`Lesson lengths ${text}: the first is taken`] : [];
  return lessonLengths.has(minutes)
    ? { lessonDuration: minutes, notes: several }
    : { lessonDuration: usualLength, notes: [`Lesson length ${text}: ${usualLength} minutes are taken`] };
};

type Reading = {
  readonly columns: ReadonlyMap<FileField, number>;
  readonly currency: string;
  readonly belowZero: BelowZero | undefined;
};

/** What a column of balances below zero means has to be said. */
export const hasBelowZero = ({ lines }: CsvTable, { columns, currency }: Omit<Reading, 'belowZero'>): boolean => {
  const at = columns.get('balance');
  if (at === undefined) return false;
  const cells = lines.map(({ cells: own }) => own[at] ?? '');
  const style = styleOf(cells, currency);
  return cells.some((cell) => {
    const amount = cell === '' ? { cents: 0 } : amountIn(cell, style, currency);
    return 'cents' in amount && amount.cents < 0;
  });
};

const moneyColumns = ['balance', 'owes', 'credit', 'rate'] as const;
type MoneyColumn = (typeof moneyColumns)[number];

/** The rows of a table. A problem of one leaves the others as they are. */
export const readRows = (table: CsvTable, reading: Reading): FileRow[] => {
  const { columns, currency, belowZero } = reading;
  const inColumn = (field: FileField, cells: readonly string[]): string => {
    const at = columns.get(field);
    return at === undefined ? '' : tidyText(cells[at] ?? '');
  };
  const styles = new Map(
    moneyColumns.map((field) => {
      const cells = table.lines.map((line) => inColumn(field, line.cells));
      return [field, styleOf(field === 'rate' ? cells.map(firstOf) : cells, currency)] as const;
    }),
  );
  return table.lines.map(({ row, cells }) => {
    const text = (field: FileField): string => inColumn(field, cells);
    const first = (...fields: readonly FileField[]): string => fields.map(text).find((one) => one !== '') ?? '';
    const problems: string[] = [];
    const amount = (field: MoneyColumn): number | null => {
      const cell = field === 'rate' ? firstOf(text('rate')) : text(field);
      if (cell === '') return null;
      const style = styles.get(field) ?? 'point';
      const read = field === 'rate' ? rateIn(cell, style, currency) : amountIn(cell, style, currency);
      if ('cents' in read) return read.cents;
      problems.push(read.problem);
      return null;
    };
    const whole = nameFrom(text('name'));
    const name = {
      firstName: text('firstName') || (text('lastName') === '' ? whole.firstName : ''),
      lastName: text('lastName') || (text('firstName') === '' ? whole.lastName : ''),
    };
    const contacts = contactsOf(text, name.lastName);
    const [contact] = contacts;
    const [balance, owes, credit] = [amount('balance'), amount('owes'), amount('credit')];
    if ((owes ?? 0) < 0 || (credit ?? 0) < 0) problems.push('what is owed and a credit must not be below 0.');
    const own = balance === null ? null : belowZero === 'owes' ? -balance : balance;
    const balanceCents = owes === null && credit === null ? own : (own ?? 0) + (owes ?? 0) - (credit ?? 0);
    const { lessonDuration, notes } = durationOf(text('duration'));
    const rates = text('rate').includes(';') ? [`Rates ${text('rate')}: the first is taken`] : [];
    const rateCents = amount('rate');
    const fields = {
      ...name,
      family: text('family') || null,
      familyId: text('familyId') || null,
      email: first('email') || contact?.email || null,
      phone: first('mobilePhone', 'phone') || contact?.phone || null,
      address: first('address', 'contact1Address', 'contact2Address'),
      city: text('city') || null,
      zipCode: text('zipCode') || null,
    };
    for (const email of [fields.email, ...contacts.map((one) => one.email)])
      if (email !== null && !isEmail(email) && email.length <= 254)
        problems.push(`“${email}” is not an e-mail address.`);
    const long = lengths.find(([field, length]) => (fields[field]?.length ?? 0) > length);
    if (long) problems.unshift(`the ${long[2]} is longer than ${long[1]} characters.`);
    if (contacts.some((one) => one.name.length > 120))
      problems.push('the name of the contact is longer than 120 characters.');
    if (contacts.some((one) => (one.phone?.length ?? 0) > 50))
      problems.push('the phone number is longer than 50 characters.');
    const hasFamily = fields.family !== null || fields.familyId !== null;
    if (name.firstName === '' && name.lastName === '' && !(hasFamily && balanceCents !== null))
      problems.unshift('a first or last name is required.');
    const status = text('status');
    return {
      row,
      ...fields,
      lessonDuration,
      rateCents: rateCents === 0 ? null : rateCents,
      contacts,
      balanceCents,
      balanceText: first('balance', 'owes', 'credit'),
      isInactive: status !== '' && status.toLowerCase() !== 'active',
      notes: [...notes, ...rates],
      problem: problems[0] ?? null,
    };
  });
};

/** The parents. One without a last name has that of the student. */
const contactsOf = (text: (field: FileField) => string, lastName: string): FileContact[] => {
  const named = (firstName: string, last: string): string =>
    firstName === '' && last === '' ? '' : tidyText(`${firstName} ${last || lastName}`);
  const one = {
    name: text('contactName') || named(text('contact1FirstName'), text('contact1LastName')),
    email: text('contact1Email') || (text('contactName') === '' ? '' : text('email')),
    phone:
      text('contact1MobilePhone') ||
      text('contact1HomePhone') ||
      (text('contactName') === '' ? '' : text('mobilePhone') || text('phone')),
  };
  const two = {
    name: named(text('contact2FirstName'), text('contact2LastName')),
    email: text('contact2Email'),
    phone: text('contact2MobilePhone') || text('contact2HomePhone'),
  };
  return [one, two].flatMap(({ name, email, phone }) =>
    name === '' && email === '' && phone === ''
      ? []
      : [{ name: name || email || phone, email: email || null, phone: phone || null }],
  );
};
