import { expect, test } from 'vitest';
import { invoicedSentence, refusalIn, type RefusalFields } from './problems.ts';

const conflictingEvents = [{ id: 'a', title: 'Ann Lee', date: '2026-12-01', startTime: '16:00', endTime: '16:45' }];

test.each<[string, RefusalFields, ReturnType<typeof refusalIn>]>([
  ['A restore is running.', { isTemporary: true }, { kind: 'temporary' }],
  ['Someone else has signed in.', { isOtherUser: true }, { kind: 'other-user' }],
  ['This time is taken.', { hasConflict: true, conflictingEvents }, { kind: 'time-taken', conflictingEvents }],
  [invoicedSentence('INV-2026-0012'), {}, { kind: 'invoiced', invoiceNumber: 'INV-2026-0012' }],
  ['This schedule has already been accepted.', { title: 'Already Accepted' }, { kind: 'final' }],
])('"%s" is read as it was written', (detail, fields, refusal) => {
  expect(refusalIn(JSON.parse(JSON.stringify({ detail, ...fields })))).toEqual(refusal);
});

test('what is none of our problems is a final refusal', () => {
  for (const body of [null, undefined, 'text', 7, [], { conflictingEvents: 'none' }, { detail: 7 }])
    expect(refusalIn(body)).toEqual({ kind: 'final' });
});
