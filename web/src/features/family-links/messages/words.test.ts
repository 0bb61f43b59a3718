import { expect, test } from 'vitest';
import { addressPath, familiesWaiting, nextInWords, outcomeInWords, refusedFirst, reminderTimes } from './words.ts';

const mail = { recipient: 'Lena Lee', email: 'lena@example.com', familyId: 'lee', students: ['Ann Lee'] };
const message = { ...mail, dueAt: '2026-12-07T23:00:00Z', subject: '', text: '', held: false };
const next = { on: true, messages: [message, message], changes: 3 };
const off = { ...next, on: false };
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');
const [sunday, monday, friday] = ['2026-12-06', '2026-12-07', '2026-12-04'] as const;
const place = { timeZone: 'America/Chicago', today: sunday };
const when = { now: Date.parse('2026-12-06T20:00:00Z'), place };
const say = (...parts: Parameters<typeof nextInWords>): string => plain(nextInWords(...parts));

test('what goes next is said also while its switch is off, and what waits', () => {
  expect(say(next, 'reminder', when)).toBe('Next tomorrow at 5:00 PM: 2 mails for Tuesday, December 8');
  expect(say(off, 'reminder', when)).toBe('Off. It would send 2 mails tomorrow at 5:00 PM, for Tuesday, December 8');
  expect(say(next, 'change', { ...when, place: { ...place, today: monday } })).toBe(
    'Next today at 5:00 PM: 2 mails about 3 changes',
  );
  expect(say(off, 'change', when)).toBe('Off. It would send 2 mails about 3 changes now');
  const onFriday = { ...when, place: { ...place, today: friday } };
  expect(say(off, 'pastDue', onFriday)).toBe('Off. It would send 2 mails on Monday, December 7, at 5:00 PM');
  expect(say(next, 'pastDue', { ...when, now: Date.parse(message.dueAt) })).toBe('Next now: 2 mails');
  expect(say({ ...next, messages: [] }, 'change', when)).toBe('Nothing to send');
  const waiting = { ...next, messages: [{ ...message, held: true }, message] };
  expect(say(waiting, 'change', when)).toBe('1 mail waits until you look');
  expect(familiesWaiting(waiting)).toEqual(['lee']);
});

test('reminders go at half hours, and at the time that is set', () => {
  expect([reminderTimes('17:00').at(0), reminderTimes('17:00').at(-1), reminderTimes('17:00').length]).toEqual([
    '12:00',
    '20:00',
    17,
  ]);
  expect(reminderTimes('17:10').slice(9, 13)).toEqual(['16:30', '17:00', '17:10', '17:30']);
});

test('what became of a message is its subject, or why it was not sent', () => {
  const row = {
    id: '1',
    kind: 'reminder' as const,
    recipientId: 'lena',
    familyId: 'lee',
    refused: false,
    recipient: 'Lena Lee',
    email: 'lena@example.com',
    students: [],
    text: null,
    dueAt: '',
    queuedAt: '',
    endedAt: null,
  };
  expect(outcomeInWords({ ...row, state: 'sent', because: null, subject: 'Tomorrow: Ann' })).toBe('Tomorrow: Ann');
  expect(outcomeInWords({ ...row, state: 'failed', because: 'No such mailbox', subject: null })).toBe(
    'Not sent: No such mailbox (lena@example.com)',
  );
  const unknown = { ...row, state: 'failed' as const, refused: true, because: '550 5.1.1', subject: null };
  expect(outcomeInWords(unknown)).toBe('No such mailbox: lena@example.com.');
  expect(refusedFirst([{ ...unknown, id: '0', refused: false }, unknown]).map(({ id }) => id)).toEqual(['1', '0']);
  expect([addressPath('lena', 'lee'), addressPath('ann', 'ann')]).toEqual(['/students/accounts/lee', '/students/ann']);
  expect(outcomeInWords({ ...row, state: 'dropped', because: 'nothing left to say', subject: null })).toBe(
    'Not sent: nothing left to say',
  );
  expect(outcomeInWords({ ...row, state: 'queued', because: null, subject: null })).toBe('Waiting');
});
