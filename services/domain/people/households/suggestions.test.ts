import { expect, test } from 'vitest';
import { suggestionsFor, type Candidate } from './suggestions.ts';

const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => {
  const [firstName = '', lastName = ''] = id.split(' ');
  const nothing = { address: '', zipCode: null, phone: null, email: null, householdId: null };
  return { id, firstName, lastName, ...nothing, ...more };
};
const home = { address: '4508 Banister Ln', zipCode: '78745' };
const suggested = (students: readonly Candidate[], dismissed: readonly string[] = []) =>
  suggestionsFor(
    students,
    () => 'Park family',
    (ids) => ids.join() === dismissed.join(),
  );
const texts = (...students: Candidate[]): string[] => suggested(students).map(({ text }) => text);

test.each([
  [
    'an address and a last name, without case, accents and punctuation',
    [candidate('Mia Pérez', home), candidate('Theo Perez', { address: '4508 banister LN.', zipCode: '78745' })],
    'Mia Pérez and Theo Perez live at 4508 Banister Ln and share a last name.',
  ],
  [
    'a phone, with or without the code of the country',
    [candidate('Mia Park', { phone: '+1 (512) 555-0142' }), candidate('Ben Ito', { phone: '512.555.0142' })],
    'Mia Park and Ben Ito share a phone number.',
  ],
  [
    'an email address, whatever its case',
    [candidate('Mia Park', { email: 'Jin@Example.com' }), candidate('Theo Park', { email: 'jin@example.com' })],
    'Mia and Theo Park share an email address.',
  ],
  [
    'different things with one of them',
    [
      candidate('Mia Park', { phone: '5125550142' }),
      candidate('Ben Ito', { phone: '5125550142', email: 'a@example.com' }),
      candidate('Cleo Olsen', { email: 'a@example.com' }),
    ],
    'Mia Park, Ben Ito and Cleo Olsen share a phone number or an email address.',
  ],
])('students with %s are suggested', (_, students, text) => expect(texts(...students)).toEqual([text]));

test.each([
  ['the address alone', [candidate('Mia Park', home), candidate('Ben Ito', home)]],
  ['another ZIP code', [candidate('Mia Park', home), candidate('Theo Park', { ...home, zipCode: '78704' })]],
  [
    'a ZIP code for an address',
    [candidate('Mia Park', { address: '78745' }), candidate('Al Park', { address: '78745' })],
  ],
  ['a phone of six digits', [candidate('Mia Park', { phone: '555014' }), candidate('Ben Ito', { phone: '555014' })]],
  [
    'two families',
    [
      candidate('Mia Park', { phone: '5125550142', householdId: 'a' }),
      candidate('Ben Park', { phone: '5125550142', email: 'b@example.com' }),
      candidate('Eve Ito', { email: 'b@example.com', householdId: 'b' }),
    ],
  ],
  ['one family already', ['Mia Park', 'Theo Park'].map((id) => candidate(id, { ...home, householdId: 'a' }))],
  ['more than a family has', Array.from({ length: 21 }, (_, i) => candidate(`Kid${i} Park`, home))],
])('students with %s are not', (_, students) => expect(texts(...students)).toEqual([]));

test('a family with several last names is named by all of them, and who has one joins it', () => {
  const phone = '5125550142';
  const [suggestion] = suggested([candidate('Ann Olsen', { phone }), candidate('Ben Jensen', { phone })]);
  expect(suggestion).toMatchObject({ name: 'Jensen and Olsen family', householdId: null, because: 'phone' });
  const joins = suggested([candidate('Mia Park', { phone, householdId: 'a' }), candidate('Ann Olsen', { phone })]);
  expect(joins).toEqual([
    {
      studentIds: ['Ann Olsen'],
      householdId: 'a',
      name: 'Park family',
      because: 'phone',
      text: 'Ann Olsen and the Park family share a phone number.',
    },
  ]);
});

test('the largest is first, and what was dismissed is gone', () => {
  const students = [
    ...['Mia Park', 'Theo Park'].map((id) => candidate(id, home)),
    ...['Al Ito', 'Bo Ito', 'Cy Ito'].map((id) => candidate(id, home)),
  ];
  expect(suggested(students).map(({ name }) => name)).toEqual(['Ito family', 'Park family']);
  expect(suggested(students, ['Mia Park', 'Theo Park']).map(({ name }) => name)).toEqual(['Ito family']);
});
