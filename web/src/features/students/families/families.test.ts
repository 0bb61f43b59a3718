import type { AccountRow } from '@rondo/contracts/api/payer-accounts.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import { expect, test } from 'vitest';
import { aStudent } from '../../../calendar/days/testing.ts';
import type { StudentRow } from '../roster.ts';
import { familiesOf, listItems, owedBy, owes } from './families.ts';

const row = (id: string, householdId: string | null = null): StudentRow => ({
  student: aStudent(id, { householdId }),
  teachers: [],
  lesson: null,
  lessonAt: null,
  scheduled: false,
  pending: false,
});
const household = (id: string): Household => ({
  id,
  name: 'Park family',
  address: null,
  city: null,
  zipCode: null,
  contacts: [],
  studentIds: [],
  formerStudentIds: [],
  createdAt: '',
  revision: '0',
});
const account = (id: string, balance: number, pastDue = 0): AccountRow => ({
  payer: { type: 'student', id, name: id },
  students: [],
  currency: 'USD',
  balance,
  inWords: `Owes $${balance}.00`,
  open: balance,
  credit: 0,
  pastDue,
  oldestDue: null,
  waiting: 0,
  aging: { notDue: balance, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 },
  lastPayment: null,
  others: [],
});

const rows = [row('ann'), row('ben', 'park'), row('cleo'), row('dan', 'park'), row('eve', 'gone')];
const families = familiesOf([household('park')], [account('park', 80), account('ann', 20), account('cleo', 90, 30)]);
const named = (items: ReturnType<typeof listItems>): string[] =>
  items.map((item) => (item.kind === 'family' ? item.household.name : `${item.kind} ${item.row.student.id}`));

test('brothers and sisters stand together under their family, where the first of them stands', () => {
  const items = listItems(rows, families);
  expect(named(items)).toEqual(['alone ann', 'Park family', 'member ben', 'member dan', 'alone cleo', 'alone eve']);
  expect(items[3]).toMatchObject({ isLast: true });
});

test('those who owe most are first, families by their own account', () => {
  expect(named(listItems(rows, families, true)).slice(0, 5)).toEqual([
    'alone cleo',
    'Park family',
    'member ben',
    'member dan',
    'alone ann',
  ]);
  expect(rows.map((one) => owes(one, families))).toEqual([true, true, true, true, false]);
  expect(rows.map((one) => owes(one, families, 'late'))).toEqual([false, false, true, false, false]);
  expect(owedBy(rows, families)).toEqual({ owed: { amount: 190, count: 3 }, late: { amount: 30, count: 1 } });
});
