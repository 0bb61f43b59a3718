import type { Contact } from '../contact.ts';

/** How a file is written. */
export type Writing = {
  readonly version: '2.1' | '3.0' | '4.0';
  readonly lineEnd: '\r\n' | '\n' | '\r';
  readonly encoding: 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'utf-16le without mark' | 'windows-1252';
  /** vCard 2.1 alone: all values in quoted-printable, otherwise as they are. */
  readonly isQuotedPrintable: boolean;
  readonly hasGroups: boolean;
};

const escaped = (text: string): string => text.replaceAll(/[\\,;]/g, (character) => `\\${character}`);

/** At most 75 bytes or characters a line, as RFC 2426 has it: in UTF-8, a character of several bytes may be split. */
const folded = (octets: string, lineEnd: string): string => {
  const [first = '', ...others] = octets.match(/^[^]{1,75}|[^]{1,74}/gu) ?? [];
  return [first, ...others.map((part) => ` ${part}`)].join(lineEnd);
};

const quotedPrintable = (octets: string, lineEnd: string): string => {
  const units = octets
    .split('')
    .map((octet) =>
      /[!-<>-~]/.test(octet) ? octet : `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  const lines = [''];
  for (const unit of units) {
    const last = lines.length - 1;
    if ((lines[last] ?? '').length + unit.length > 70) lines.push(unit);
    else lines[last] += unit;
  }
  return lines.join(`=${lineEnd}`);
};

const windowsOctets = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
const utf8Octets = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The components of N and ADR; the address is written as street alone, with its commas. */
const valuesOf = (
  contact: Contact,
): readonly (readonly [name: string, type: string, components: readonly string[]])[] => [
  ['N', '', [contact.lastName, contact.firstName, '', '', '']],
  ['FN', '', [`${contact.firstName} ${contact.lastName}`.trim()]],
  ...(contact.phone === null ? [] : [['TEL', 'CELL', [contact.phone]] as const]),
  ...(contact.email === null ? [] : [['EMAIL', 'INTERNET', [contact.email]] as const]),
  ...(contact.address === ''
    ? []
    : [['ADR', 'HOME', ['', '', contact.address, contact.city ?? '', '', contact.zipCode ?? '', '']] as const]),
];

/** Writes contacts as the cards of one file. The city and ZIP code of an address are read back as a part of it. */
export const writeVcards = (contacts: readonly Contact[], writing: Writing): Uint8Array => {
  const { version, lineEnd, encoding, isQuotedPrintable, hasGroups } = writing;
  const octetsOf = encoding === 'windows-1252' ? windowsOctets : utf8Octets;
  const property = (name: string, type: string, components: readonly string[], index: number): string => {
    const group = hasGroups && name !== 'N' ? `item${index}.` : '';
    const typed = type === '' ? '' : version === '2.1' ? `;${type}` : `;TYPE=${type}`;
    const value = components.map((component) => octetsOf(escaped(component))).join(';');
    const whole = `${group}${name}${typed}:${value}`;
    if (version !== '2.1' && encoding.startsWith('utf-16'))
      return utf8Octets(folded(Buffer.from(whole, 'latin1').toString('utf8'), lineEnd));
    if (version !== '2.1') return folded(whole, lineEnd);
    if (!isQuotedPrintable) return whole;
    const charset = encoding === 'windows-1252' ? 'CHARSET=Windows-1252' : 'CHARSET=UTF-8';
    const quoted = components.map((component) => quotedPrintable(octetsOf(escaped(component)), lineEnd)).join(';');
    return `${group}${name}${typed};${charset};ENCODING=QUOTED-PRINTABLE:${quoted}`;
  };
  const cards = contacts.map((contact) =>
    [
      'BEGIN:VCARD',
      `VERSION:${version}`,
      ...valuesOf(contact).map(([name, type, components], index) => property(name, type, components, index)),
      'END:VCARD',
      '',
    ].join(lineEnd),
  );
  const octets = Buffer.from(cards.join(''), 'latin1');
  switch (encoding) {
    case 'utf-8':
    case 'windows-1252':
      return octets;
    case 'utf-8 with mark':
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), octets]);
    case 'utf-16le':
      return Buffer.from(`\uFEFF${octets.toString('utf8')}`, 'utf16le');
    case 'utf-16le without mark':
      return Buffer.from(octets.toString('utf8'), 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\uFEFF${octets.toString('utf8')}`, 'utf16le').swap16();
  }
};
