import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { tidyText, type Contact } from './contact.ts';
import { readCards, type Card } from './read-cards.ts';
import { writeVcards, type Writing } from './testing/write-vcard.ts';

/** The same files at every run; other ones: `FILES=20000 SEED=7 npm run test:unit -- vcards`. */
const files = Number(process.env['FILES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 20261122);

const cardsIn = (file: Uint8Array | string): Card[] =>
  [...readCards(typeof file === 'string' ? Buffer.from(file) : file)].filter((card) => card !== null);

const contactIn = (...lines: readonly (string | Buffer)[]): Contact | undefined => {
  const all = ['BEGIN:VCARD', ...lines, 'END:VCARD'].flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]);
  return cardsIn(Buffer.concat(all))[0]?.contact;
};

const nobody: Contact = {
  firstName: '',
  lastName: '',
  phone: null,
  email: null,
  address: '',
  city: null,
  zipCode: null,
};
const ruby = { ...nobody, firstName: 'Ruby', lastName: 'Salazar' };

describe('what phones and mail programs write', () => {
  test('an iPhone: groups, labels, types in lower case, a street of two lines', () => {
    expect(
      contactIn(
        'VERSION:3.0',
        'PRODID:-//Apple Inc.//iOS 26.1//EN',
        'N:Salazar;Ruby;;;',
        'FN:Ruby Salazar',
        'item1.EMAIL;type=INTERNET;type=pref:ruby@example.com',
        'item1.X-ABLabel:_$!<HomePage>!$_',
        'TEL;type=HOME;type=VOICE:(512) 555-0100',
        'TEL;type=CELL;type=VOICE;type=pref:\u202A(512) 555-0132\u202C',
        'item2.ADR;type=HOME;type=pref:;;10621 Beckett Rd\\nApt 5;Austin;TX;78759;United States',
        'item2.X-ABADR:us',
        'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/',
        ' 4QAYRXhpZgAASUkqAAgAAAAA:TEL:1',
      ),
    ).toEqual({
      ...ruby,
      phone: '(512) 555-0132',
      email: 'ruby@example.com',
      address: '10621 Beckett Rd, Apt 5, Austin, TX 78759',
      city: 'Austin',
      zipCode: '78759',
    });
  });

  test('Google: folded lines, a name of several words, a fax that is listed first', () => {
    expect(
      contactIn(
        'VERSION:3.0',
        'FN:Maximiliana Ann Featherstonehaugh-Oyelaran Jr.',
        'N:Featherstonehaugh-Oyelaran;Maximili',
        ' ana;Ann;Ms.;Jr.',
        'TEL;TYPE=HOME,FAX:+1 512 555 0199',
        'TEL;TYPE=HOME:+1 512 555 0126',
        'item1.EMAIL;TYPE=INTERNET:max@example.com',
        'ADR;TYPE=HOME:;Unit 2;1813 Cloverleaf Dr;Austin;TX;78723;US',
        'CATEGORIES:myContacts',
      ),
    ).toEqual({
      firstName: 'Maximiliana Ann',
      lastName: 'Featherstonehaugh-Oyelaran Jr.',
      phone: '+1 512 555 0126',
      email: 'max@example.com',
      address: '1813 Cloverleaf Dr, Unit 2, Austin, TX 78723',
      city: 'Austin',
      zipCode: '78723',
    });
  });

  test('Outlook: vCard 2.1, Windows-1252, quoted-printable with soft breaks, a picture without folding', () => {
    expect(
      contactIn(
        'VERSION:2.1',
        Buffer.from('N;LANGUAGE=en-us;CHARSET=Windows-1252:Benavides;Luc\u00EDa', 'latin1'),
        Buffer.from('FN;CHARSET=Windows-1252:Luc\u00EDa Benavides', 'latin1'),
        'TEL;HOME;VOICE:(512) 555-0120',
        'ADR;HOME;PREF;ENCODING=QUOTED-PRINTABLE:;;3209 Bowman Ave=0D=0A=',
        'Suite=205;Austin;TX;78703;United States of America',
        'LABEL;HOME;PREF;ENCODING=QUOTED-PRINTABLE:3209 Bowman Ave=0D=0A=',
        'END:VCARDS is no end',
        'EMAIL;PREF;INTERNET:lucia@example.com',
        'X-MS-CARDPICTURE;TYPE=JPEG;ENCODING=BASE64:',
        ' /9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJ',
        '/9j/4AAQSkZJRgABAQEAYABgAAD',
        '',
        'REV:20261122T000000Z',
      ),
    ).toEqual({
      firstName: 'Lucía',
      lastName: 'Benavides',
      phone: '(512) 555-0120',
      email: 'lucia@example.com',
      address: '3209 Bowman Ave, Suite 5, Austin, TX 78703',
      city: 'Austin',
      zipCode: '78703',
    });
  });

  test('vCard 4.0: numbers as addresses, PREF as a number, quoted parameters with colons', () => {
    expect(
      contactIn(
        'VERSION:4.0',
        'N:Salazar;Ruby;;;',
        'FN:Ruby Salazar',
        'TEL;VALUE=uri;TYPE="voice,home":tel:+1-512-555-0100',
        'TEL;VALUE=uri;PREF=1;TYPE=cell:tel:+1-512-555-0132;ext=7',
        'ADR;GEO="geo:30.26,-97.74";LABEL="10621 Beckett Rd; Austin: Texas":;;;;;;USA',
      ),
    ).toEqual({ ...ruby, phone: '+1-512-555-0132 ext. 7', address: '10621 Beckett Rd; Austin: Texas' });
  });

  test('of several phones, email addresses and addresses, the most preferred is read: 1 before 100, wherever it stands', () => {
    expect(
      contactIn(
        'VERSION:4.0',
        'FN:Ruby',
        'TEL;TYPE=cell:0',
        'TEL;PREF=100:1',
        'TEL;PREF=2:2',
        'TEL;PREF=1;TYPE=fax:3',
        'EMAIL:a@example.com',
        'EMAIL;PREF=50:b@example.com',
        'EMAIL;PREF=9:c@example.com',
        'EMAIL;PREF=0:d@example.com',
        'ADR;TYPE=home;PREF=20:;;2 Elm St;;;;',
        'ADR;PREF=3:;;1 Oak St;;;;',
      ),
    ).toMatchObject({ phone: '2', email: 'c@example.com', address: '1 Oak St' });
  });

  test('the mark of earlier versions is the first preference', () => {
    expect(
      contactIn('VERSION:3.0', 'FN:Ruby', 'EMAIL:a@example.com', 'EMAIL;TYPE=internet,pref:b@example.com')?.email,
    ).toBe('b@example.com');
  });

  test('an address in another country keeps its country', () => {
    expect(contactIn('FN:Ruby', 'ADR:;;Torstr. 1;Berlin;;10119;Germany')?.address).toBe(
      'Torstr. 1, Berlin, 10119, Germany',
    );
  });
});

test.each([
  ['N:Salazar;Ruby;;;', ruby],
  ['FN:Ruby Salazar', ruby],
  ['FN:Salazar\\, Ruby', ruby],
  ['N:;Ruby Salazar;;;', { ...nobody, firstName: 'Ruby Salazar' }],
  ['N:Salazar;;;;\r\nFN:Ruby Salazar', ruby],
  ['FN:Ruby', { ...nobody, firstName: 'Ruby' }],
  ['ORG:Austin Piano Co\r\nFN:Austin Piano Co', { ...nobody, firstName: 'Austin Piano Co' }],
  ['N:;;;;\r\nTEL:1', { ...nobody, phone: '1' }],
  ['N: \\n ;\u0007;;;', nobody],
  ['n;charset=utf-8:Salazar;Ruby', ruby],
  ['N:<b>Salazar</b>;=HYPERLINK("x");;;', { ...nobody, firstName: '=HYPERLINK("x")', lastName: '<b>Salazar</b>' }],
])('the name in %j', (lines, expected) => {
  expect(contactIn(lines)).toEqual(expected);
});

describe('cards that are not people, or not whole', () => {
  const person = (name: string): string => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD\n`;
  const named = (file: string) => cardsIn(file).map(({ row, contact, isCut }) => [row, contact.firstName, isCut]);

  test('groups are skipped and not counted', () => {
    const groups = [
      'BEGIN:VCARD\nVERSION:3.0\nN:Band\nFN:Band\nX-ADDRESSBOOKSERVER-KIND:group\nEND:VCARD\n',
      'BEGIN:VCARD\nVERSION:4.0\nKIND:GROUP\nFN:Choir\nEND:VCARD\n',
    ];
    expect(named(person('A') + groups.join('') + person('B'))).toEqual([
      [1, 'A', false],
      [2, 'B', false],
    ]);
  });

  test('an agent inside a card is skipped', () => {
    const boss = `BEGIN:VCARD\nVERSION:2.1\nFN:A\nAGENT:\n${person('Agent')}TEL:1\nEND:VCARD\n`;
    expect(cardsIn(boss + person('B')).map(({ contact }) => contact)).toEqual([
      { ...nobody, firstName: 'A', phone: '1' },
      { ...nobody, firstName: 'B' },
    ]);
    expect(contactIn('FN:A', 'AGENT:BEGIN:VCARD\\nFN:Agent\\nTEL:2\\nEND:VCARD', 'TEL:1')?.phone).toBe('1');
  });

  test('a card without an end is cut, and the next one is whole', () => {
    expect(named(`BEGIN:VCARD\nFN:A\n${person('B')}BEGIN:VCARD\nFN:C\nTEL`)).toEqual([
      [1, 'A', true],
      [2, 'B', false],
      [3, 'C', true],
    ]);
  });

  test('text that is no card has no cards', () => {
    for (const text of ['', 'hello', 'END:VCARD', 'FN:A\nEND:VCARD', '\0', 'BEGIN:VCALENDAR\nEND:VCALENDAR'])
      expect(cardsIn(text)).toEqual([]);
  });

  test('a photo of 4 MB in one line, in folded lines or without folding is skipped unread', () => {
    const data = '/9j/4AAQ'.repeat(500_000);
    const lines = data.match(/.{1,74}/g) ?? [];
    for (const photo of [data, lines.join('\n '), lines.join('\n'), lines.join('=\n')]) {
      const file = `BEGIN:VCARD\nPHOTO;ENCODING=QUOTED-PRINTABLE:${photo}\nFN:A\nEND:VCARD\n`;
      const started = performance.now();
      expect(named(file)).toEqual([[1, 'A', false]]);
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });
});

test.each([
  ['UTF-8', Buffer.from('N:Sørensen;Anika')],
  ['Windows-1252 that says nothing', Buffer.from('N:S\u00F8rensen;Anika', 'latin1')],
  ['Windows-1252 that claims to be UTF-8', Buffer.from('N;CHARSET=UTF-8:S\u00F8rensen;Anika', 'latin1')],
  ['an unknown encoding', Buffer.from('N;CHARSET=x-none:Sørensen;Anika')],
  ['quoted-printable in Latin-1', Buffer.from('N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:S=F8rensen;Anika')],
  ['quoted-printable without its parameter', Buffer.from('N;QUOTED-PRINTABLE:S=C3=B8rensen;Anika')],
  ['Base64', Buffer.from('N;ENCODING=B:U8O4cmVuc2Vu;QW5pa2E=')],
])('a name in %s', (_, line) => {
  expect(contactIn(line)).toMatchObject({ firstName: 'Anika', lastName: 'Sørensen' });
});

test('a character that folding has split is joined again', () => {
  const line = Buffer.from('FN:Zoë');
  expect(contactIn(line.subarray(0, 6), Buffer.concat([Buffer.from(' '), line.subarray(6)]))?.firstName).toBe('Zoë');
});

test('vCard 2.1 keeps the space at which it breaks a line', () => {
  expect(contactIn('VERSION:2.1', 'ADR:;;10621 Beckett', ' Rd;Austin')?.address).toBe('10621 Beckett Rd, Austin');
});

const writing = fc.record({
  version: fc.constantFrom('2.1', '3.0', '4.0'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  encoding: fc.constantFrom(
    'utf-8',
    'utf-8 with mark',
    'utf-16le',
    'utf-16be',
    'utf-16le without mark',
    'windows-1252',
  ),
  isQuotedPrintable: fc.boolean(),
  hasGroups: fc.boolean(),
}) satisfies fc.Arbitrary<Writing>;

/** Texts as the reader gives them back: tidy, and for an address without stray commas. Latin-1 fits into every encoding. */
const text = fc
  .oneof(
    fc.string({ maxLength: 30 }),
    fc.stringMatching(/^[\u0020-\u007E\u00C0-\u00FF]{0,120}$/),
    fc.string({ unit: 'grapheme', maxLength: 90 }),
  )
  .map((raw) => tidyText(raw.replaceAll('=', '')));
const latin = (given: string): string => given.replaceAll(/[^\u0020-\u007E\u00C0-\u00FF]/gu, '');
const line = text.map((raw) => tidyText(raw.replaceAll(/^[,\s]+|[,\s]+$/g, '')));
const optional = text.map((raw) => (raw === '' ? null : raw));

const written = fc
  .record({ first: text, last: text, phone: optional, email: optional, street: line, writing, spread: fc.nat(3) })
  .map(({ first, last, phone, email, street, writing }) => {
    const fits = (given: string): string => (writing.encoding === 'windows-1252' ? tidyText(latin(given)) : given);
    const contact: Contact = {
      ...nobody,
      firstName: fits(first) || 'Ruby',
      lastName: fits(last) || 'Salazar',
      phone: (phone === null ? null : fits(phone.replace(/^tel:|;ext=/gi, ''))) || null,
      email: (email === null ? null : fits(email.replace(/^mailto:/i, ''))) || null,
      address: fits(street).replaceAll(/^[,\s]+|[,\s]+$/g, ''),
    };
    return { contact, writing };
  });

test('a contact is read as it was written, in every dialect, encoding and line end', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 3 }), (given) => {
      const style = given[0]?.writing;
      if (!style) return;
      const contacts = given
        .filter(({ writing: { encoding } }) => encoding === style.encoding)
        .map((one) => one.contact);
      const cards = cardsIn(writeVcards(contacts, style));
      expect(cards).toEqual(contacts.map((contact, i) => ({ row: i + 1, contact, isCut: false })));
    }),
    { numRuns: files, seed },
  );
});

test('ical.js reads the same names, numbers, mail addresses and streets from vCard 3.0 and 4.0', () => {
  fc.assert(
    fc.property(written, ({ contact, writing: style }) => {
      // ical.js takes the separator after an escaped backslash for a part of the value, and leaves escapes in numbers as they are.
      fc.pre(style.version !== '2.1' && !JSON.stringify(contact).includes('\\\\'));
      fc.pre(!/[,;]/.test(`${contact.phone}${contact.email}`));
      const file = writeVcards([contact], {
        ...style,
        encoding: 'utf-16le without mark',
        lineEnd: '\r\n',
        hasGroups: false,
      });
      const card = new ICAL.Component(ICAL.parse(Buffer.from(file).toString('utf16le')));
      const value = (name: string): unknown => card.getFirstPropertyValue(name);
      const part = (name: string, index: number): unknown => {
        const parts = value(name);
        return Array.isArray(parts) ? parts[index] : undefined;
      };
      const read = cardsIn(file)[0]?.contact;
      expect(read).toMatchObject({
        lastName: part('n', 0),
        firstName: part('n', 1),
        phone: value('tel'),
        email: value('email'),
        address: part('adr', 2) ?? '',
      });
    }),
    { numRuns: files, seed },
  );
});

const fragments = [
  'BEGIN:VCARD\r\n',
  'END:VCARD\r\n',
  'AGENT:\r\n',
  'N;ENCODING=QUOTED-PRINTABLE:=',
  '=\r\n',
  '\r\n ',
  'ADR:;;;;;;\\',
  'PHOTO;ENCODING=b:',
  '"',
  ';CHARSET=utf-16:',
  '\u0000',
  '\xff\xfe',
];

const mutation = fc.record({
  at: fc.nat(2000),
  removed: fc.nat(40),
  inserted: fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 8 })),
});

test('a damaged file is read to its end without an error', () => {
  let slowest = 0;
  fc.assert(
    fc.property(
      fc.array(written, { minLength: 1, maxLength: 4 }),
      fc.array(mutation, { maxLength: 8 }),
      (given, mutations) => {
        let file = Buffer.concat(given.map(({ contact, writing: style }) => writeVcards([contact], style))).toString(
          'latin1',
        );
        for (const { at, removed, inserted } of mutations) {
          const from = at % (file.length + 1);
          file = file.slice(0, from) + Buffer.from(inserted).toString('latin1') + file.slice(from + removed);
        }
        const started = performance.now();
        const cards = cardsIn(Buffer.from(file, 'latin1'));
        slowest = Math.max(slowest, performance.now() - started);
        expect(cards.map(({ row }) => row)).toEqual(cards.map((_, i) => i + 1));
      },
    ),
    { numRuns: files, seed },
  );
  expect(slowest, 'milliseconds for one file').toBeLessThan(1000);
});

test('the reader pauses often in a file of very many lines', () => {
  const file = Buffer.from(`BEGIN:VCARD\n${'TEL:1\n'.repeat(50_000)}FN:A\nEND:VCARD`);
  const steps = [...readCards(file)];
  expect(steps.length).toBeGreaterThan(90);
  expect(steps.at(-1)).toMatchObject({ row: 1, contact: { firstName: 'A' } });
});
