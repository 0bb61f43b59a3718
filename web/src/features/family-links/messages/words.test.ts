import { expect, test } from 'vitest';
import { familiesWaiting, nextInWords, outcomeInWords } from './words.ts';

const mail = { recipient: 'Lena Lee', email: 'lena@example.com', familyId: 'lee', students: ['Ann Lee'] };
const message = { ...mail, dueAt: '', subject: '', text: '', held: false };
const next = { on: true, messages: [message, message], without: [], until: null };
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test('what goes next is said also while its switch is off, and what waits', () => {
  const say = (...parts: Parameters<typeof nextInWords>): string => plain(nextInWords(...parts));
  expect(say(next, 'reminder', 'tomorrow at 5:00 PM')).toBe('Next: 2 mails, tomorrow at 5:00 PM');
  expect(say({ ...next, on: false }, 'pastDue', 'Dec 8')).toBe('Off. It would send 2 mails, Dec 8');
  expect(say({ ...next, on: false }, 'change', '')).toBe('Off. 2 mails about what families do not know');
  expect(say({ ...next, messages: [] }, 'change', '')).toBe('Nothing to send');
  const waiting = { ...next, messages: [{ ...message, held: true }, message] };
  expect(say(waiting, 'change', '')).toBe('1 mail waits until you look');
  expect(familiesWaiting(waiting)).toEqual(['lee']);
});

test('what became of a message is its subject, or why it was not sent', () => {
  const row = {
    id: '1',
    kind: 'reminder' as const,
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
  expect(outcomeInWords({ ...row, state: 'dropped', because: 'nothing left to say', subject: null })).toBe(
    'Not sent: nothing left to say',
  );
  expect(outcomeInWords({ ...row, state: 'queued', because: null, subject: null })).toBe('Waiting');
});
