import type { Found } from '@rondo/contracts/api/studio/search.ts';
import { expect, test } from 'vitest';
import { askedIn, groupsFor } from './entries.ts';

const today = '2026-11-26';
const place = { address: '1104 Congress Ave', city: 'Austin', zipCode: '78701', phone: '(512) 555-0148' };
const found: Found = {
  students: [{ id: 'leo', name: 'Leo Vance', ...place, teachers: ['Dana Whitfield'] }],
  teachers: [{ id: 'bell', name: 'Marcus Bell', ...place, address: null }],
  families: [{ id: 'f', name: 'Vance family', students: ['Leo Vance', 'Mia Vance'], balance: 'Owes $50.00' }],
  invoices: [
    {
      id: 'i',
      invoiceNumber: 'INV-2026-0012',
      studentId: 'leo',
      studentName: 'Leo Vance',
      payer: 'Vance family (Leo Vance, Mia Vance)',
      total: 150,
      currency: 'USD',
      status: 'sent',
      billingPeriodStart: '2026-11-01',
      billingPeriodEnd: '2026-11-30',
    },
  ],
};
const nothing: Found = { students: [], teachers: [], families: [], invoices: [] };

const lines = (typed: string, answer: Found | null = nothing, isOld = false): string[] =>
  groupsFor(typed, answer && { found: answer, isOld }, today).flatMap(({ title, entries }) =>
    entries.map(({ label, leads }) => `${title}: ${label}: ${'to' in leads ? leads.to : leads.shares.id}`),
  );

test('people and invoices come with what tells them apart', () => {
  expect(groupsFor('x', { found, isOld: false }, today)).toMatchObject([
    {
      title: 'People',
      entries: [
        { label: 'Leo Vance', detail: '1104 Congress Ave, 78701 · with Dana Whitfield · (512) 555-0148' },
        { label: 'Marcus Bell', detail: 'Teacher · 78701 · (512) 555-0148' },
      ],
    },
    {
      title: 'Families',
      entries: [
        { label: 'Vance family', detail: 'Leo Vance, Mia Vance · Owes $50.00', leads: { to: '/students/accounts/f' } },
      ],
    },
    {
      title: 'Invoices',
      entries: [
        { label: 'INV-2026-0012', detail: 'Vance family (Leo Vance, Mia Vance) · $150.00 · Sent · Nov 1 – 30, 2026' },
      ],
    },
  ]);
});

test('days and commands are found without the server', () => {
  expect(lines('dec 8', null)).toEqual(['Days: Tuesday, Dec 8, 2026: /schedule?day=2026-12-08']);
  expect(lines('next tue', null)).toEqual(['Days: Tuesday, Dec 1, 2026: /schedule?day=2026-12-01']);
  expect(lines('create inv')).toEqual(['Commands: Create invoices: /students?tab=invoices&view=create']);
  expect(lines('generate')).toEqual(['Commands: Generate schedule: /planner?open=generate']);
  expect(lines('%')).toEqual([]);
});

test('of an old answer only that is left which the text still finds', () => {
  // Asked with its first letters, the server found people at this number and on this street.
  expect(lines('1104 congress', found, true)).toEqual(['People: Leo Vance: /students/leo']);
  expect(lines('2026-12-01', found, true)).toEqual(['Days: Tuesday, Dec 1, 2026: /schedule?day=2026-12-01']);
  expect(lines('share marcus', found, true)).toEqual(['Commands: Share Marcus Bell’s calendar: bell']);
});

test('a calendar is shared by name', () => {
  expect(askedIn('share Leo’s calendar')).toEqual({ q: 'leo', isSharing: true });
  expect(askedIn('share')).toEqual({ q: 'share', isSharing: false });
  expect(askedIn(' 1104 Cong ')).toEqual({ q: '1104 Cong', isSharing: false });
  expect(askedIn('  %% ')).toEqual({ q: '', isSharing: false });
  expect(lines('share leo', found)).toEqual([
    'Commands: Share Leo Vance’s calendar: leo',
    'Commands: Share Marcus Bell’s calendar: bell',
  ]);
});
