import { invisible } from '@rondo/contracts/api/shapes.ts';
import { componentsOf, textOf, type Dialect, type Property } from './property.ts';

/** What a card says about a person, in the fields of a student. */
export type Contact = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly email: string | null;
  /** On one line, with city, state and ZIP code; '' when there is none. */
  readonly address: string;
  readonly city: string | null;
  readonly zipCode: string | null;
};

/** One line without control characters and doubled spaces. */
export const tidyText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const joined = (parts: readonly (string | undefined)[], by: string): string =>
  parts
    .map((part) => tidyText(part ?? ''))
    .filter((part) => part !== '')
    .join(by);

const leastPreferred = 101;

/** 1 to 100 as vCard 4.0 has it, 1 first; the plain mark of earlier versions is the first, too. What has none is preferred least. */
const preferenceOf = ({ params, types }: Property): number => {
  const preferred = params.get('PREF');
  const preference = /^\d{1,3}$/.test(preferred ?? '') ? Number(preferred) : 0;
  if (preference >= 1 && preference < leastPreferred) return preference;
  return types.includes('PREF') ? 1 : leastPreferred;
};

/** Lower comes first; then what is preferred; then the position in the card decides. */
const best = (properties: readonly Property[], rank: (types: ReadonlySet<string>) => number): Property[] =>
  properties
    .map((property) => {
      const preference = preferenceOf(property);
      const types = new Set(preference < leastPreferred ? [...property.types, 'PREF'] : property.types);
      return { property, preference, rank: rank(types) };
    })
    .toSorted((a, b) => a.rank - b.rank || a.preference - b.preference)
    .map(({ property }) => property);

const firstText = (texts: Iterable<string>): string | null => {
  for (const text of texts) if (text !== '') return text;
  return null;
};

const isNoPhone = (types: ReadonlySet<string>): boolean =>
  ['FAX', 'PAGER', 'MODEM', 'BBS', 'TEXTPHONE'].some((type) => types.has(type));

const phoneRank = (types: ReadonlySet<string>): number => {
  if (isNoPhone(types)) return 9;
  if (types.has('PREF')) return 0;
  return ['CELL', 'MOBILE', 'IPHONE'].some((type) => types.has(type)) ? 1 : 2;
};

const phoneText = (text: string): string =>
  tidyText(text.replace(/^\s*tel:/i, '').replace(/;ext=(\d+).*$/i, ' ext. $1'));

const emailText = (text: string): string => tidyText(text.replace(/^\s*mailto:/i, ''));

const addressRank = (types: ReadonlySet<string>): number => {
  if (types.has('PREF')) return 0;
  return types.has('HOME') ? 1 : 2;
};

type Address = Pick<Contact, 'address' | 'city' | 'zipCode'>;

const noAddress: Address = { address: '', city: null, zipCode: null };

const lines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => tidyText(line).replaceAll(/^[,\s]+|[,\s]+$/g, ''))
    .filter((line) => line !== '')
    .join(', ');

const isHere = (country: string): boolean =>
  country === '' || /^(?:us|u\.s\.a?\.?|usa|united states(?: of america)?)$/i.test(country);

/** ADR: post office box, extended address, street, city, state, ZIP code, country. */
const addressOf = (property: Property, dialect: Dialect): Address | null => {
  const parts = componentsOf(property, dialect).map((list) => lines(list.join('\n')));
  const [box = '', extended = '', street = '', city = '', state = '', zipCode = '', country = ''] = parts;
  const mailbox = box === '' || /box/i.test(box) ? box : `PO Box ${box}`;
  if ([mailbox, extended, street, city, zipCode].every((part) => part === '')) return null;
  const end = [joined([state, zipCode], ' '), isHere(country) ? '' : country];
  return {
    address: joined([street, extended, mailbox, city, ...end], ', '),
    city: city || null,
    zipCode: zipCode || null,
  };
};

/** The first address that says where; an address written as a label when there is no other. */
const bestAddress = (addresses: readonly Property[], labels: readonly Property[], dialect: Dialect): Address => {
  for (const property of best(addresses, addressRank)) {
    const address = addressOf(property, dialect);
    if (address) return address;
  }
  const inside = addresses.flatMap(({ params }) => params.get('LABEL') ?? []);
  const written = [...best(labels, addressRank).map((label) => textOf(label, dialect)), ...inside];
  const label = firstText(written.map((text) => lines(text.replaceAll(/\\n/gi, '\n'))));
  return label === null ? noAddress : { ...noAddress, address: label };
};

type Name = Pick<Contact, 'firstName' | 'lastName'>;

/** "Salazar, Ruby" and "Ruby Salazar"; a single word is a first name. */
const nameFrom = (whole: string): Name => {
  const comma = whole.indexOf(',');
  if (comma > 0 && comma < whole.length - 1)
    return { firstName: tidyText(whole.slice(comma + 1)), lastName: tidyText(whole.slice(0, comma)) };
  const space = whole.lastIndexOf(' ');
  return space === -1
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, space), lastName: whole.slice(space + 1) };
};

/** N: family name, given name, additional names, titles before and after. Titles before the name are left out. */
const nameOf = (property: Property | undefined, display: string, company: string, dialect: Dialect): Name => {
  const parts = property ? componentsOf(property, dialect).map((list) => joined(list, ' ')) : [];
  const [family = '', first = '', additional = '', , after = ''] = parts;
  const name = { firstName: joined([first, additional], ' '), lastName: joined([family, after], ' ') };
  if (name.firstName !== '' && name.lastName !== '') return name;
  const only = name.firstName || name.lastName;
  const whole = only === '' || display.includes(only) ? display : only;
  if (whole === '' || whole === company) return { firstName: whole, lastName: '' };
  return whole === name.firstName ? name : nameFrom(whole);
};

/** The properties of one card that say who a person is, by name. */
export type CardProperties = ReadonlyMap<string, readonly Property[]>;

/** The contact of a card; names are '' when it has none. */
export const contactOf = (card: CardProperties, dialect: Dialect): Contact => {
  const all = (name: string): readonly Property[] => card.get(name) ?? [];
  const text = (name: string): string => firstText(all(name).map((one) => tidyText(textOf(one, dialect)))) ?? '';
  const [organization] = all('ORG');
  const company = organization ? joined(componentsOf(organization, dialect)[0] ?? [], ' ') : '';
  return {
    ...nameOf(all('N')[0], text('FN'), company, dialect),
    phone: firstText(best(all('TEL'), phoneRank).map((phone) => phoneText(textOf(phone, dialect)))),
    email: firstText(
      best(all('EMAIL'), (types) => (types.has('PREF') ? 0 : 1)).map((email) => emailText(textOf(email, dialect))),
    ),
    ...bestAddress(all('ADR'), all('LABEL'), dialect),
  };
};
