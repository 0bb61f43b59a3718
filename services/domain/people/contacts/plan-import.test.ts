import { describe, expect, test } from 'vitest';
import type { Contact } from '../vcards/contact.ts';
import { addPerson, type KnownPeople } from './known-people.ts';
import { importMessage, planCard } from './plan-import.ts';

const contact = (name: string, more: Partial<Contact> = {}): Contact => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { firstName, lastName, phone: null, email: null, address: '', city: null, zipCode: null, ...more };
};

/** What becomes of a card when this student is in the list. */
const beside = (student: Contact, card: Contact): string => {
  const known: KnownPeople = new Map();
  addPerson(known, student, { row: null });
  const { result, detail } = planCard({ row: 1, contact: card, isCut: false }, known);
  return detail === '' ? result : `${result}: ${detail}`;
};

const phone = (text: string) => contact('Ruby Salazar', { phone: text });
const email = (text: string) => contact('Ruby Salazar', { email: text });
const home = (address: string, zipCode: string | null = null) => contact('Ruby Salazar', { address, zipCode });

describe('a card of someone in the list', () => {
  test.each([
    ['the same phone, however it is written', phone('(512) 555-0132'), phone('+1 512.555.0132 ext. 7')],
    ['the same email address', email('Ruby@Example.com'), email('ruby@example.com')],
    ['the same street', home('10621 Beckett Road, Austin, TX 78759'), home('10621 beckett rd', '78759')],
    ['nothing but the name', phone('(512) 555-0132'), contact('Ruby Salazar')],
    ['the name in the other order', phone('1'), { ...phone('1'), firstName: 'Salazar', lastName: 'Ruby' }],
    ['the same emoji', contact('🎹'), contact('🎹')],
    ['an accent left out', { ...phone('1'), firstName: 'Rúby' }, phone('1')],
  ])('with %s is skipped', (_, student, card) => {
    expect(beside(student, card)).toMatch(/^skipped: Same name/);
  });

  test.each([
    ['another phone', phone('512 555 0132'), phone('737 555 0188'), 'Same name, another phone'],
    ['another email address', email('a@example.com'), email('b@example.com'), 'Same name, another email address'],
    ['another ZIP code', home('1 Main St', '78704'), home('1 Main St', '78759'), 'Same name, another address'],
    ['more than the name', contact('Ruby Salazar'), phone('1'), 'Same name'],
  ])('with %s is new, and the name is marked as known', (_, student, card, detail) => {
    expect(beside(student, card)).toBe(`known-name: ${detail}`);
  });

  test.each([
    ['another name', phone('1'), { ...phone('1'), firstName: 'Kai' }],
    ['other emoji', contact('🎹'), contact('🎻')],
    ['another name in a script whose vowels are marks', contact('कीर्ति'), contact('कार्ति')],
    ['a sibling’s name at the same address', home('1 Main St'), { ...home('1 Main St'), firstName: 'Kai' }],
  ])('with %s is new', (_, student, card) => {
    expect(beside(student, card)).toBe('new');
  });
});

test('placeholders are no city and no ZIP code, and text that no form takes is refused', () => {
  const known: KnownPeople = new Map();
  const plan = (given: Contact) => planCard({ row: 1, contact: given, isCut: false }, known);
  expect(plan(contact('A', { city: 'City not provided', zipCode: '00000' })).contact).toMatchObject({
    city: null,
    zipCode: null,
  });
  expect(plan(contact('x'.repeat(101))).detail).toBe('The first name is longer than 100 characters.');
  expect(plan(contact('B', { phone: '1'.repeat(51) })).detail).toBe('The phone number is longer than 50 characters.');
  expect(planCard({ row: 2, contact: contact('C'), isCut: true }, known).result).toBe('failed');
});

test('the message says what happened', () => {
  expect(importMessage({ imported: 1, skipped: 0, failed: 0 })).toBe('1 student imported.');
  expect(importMessage({ imported: 0, skipped: 2, failed: 1 })).toBe(
    'No students imported. 2 already here, left out. 1 card could not be imported.',
  );
});
