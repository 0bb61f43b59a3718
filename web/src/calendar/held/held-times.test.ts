import type { Inquiry } from '@rondo/contracts/api/asking/inquiries.ts';
import type { Question } from '@rondo/contracts/api/road/question.ts';
import { expect, test } from 'vitest';
import { dayAxis, dayLanes } from '../days/stave.ts';
import { emptyDay } from '../days/day.ts';
import { anEntry } from '../days/testing.ts';
import { heldByQuestions, heldForQuestions } from './held-times.ts';
import { withHeldTimes } from './use-held-times.ts';

const asked: Question = {
  repairId: 'q',
  lessonId: 'ben',
  date: '2026-12-01',
  until: '2026-12-01T20:30:00Z',
  changes: [
    {
      kind: 'move',
      lessonId: 'cy',
      originalDate: '2026-12-01',
      studentId: 'cy',
      name: 'Cy Diaz',
      from: '18:15',
      startTime: '16:30',
      endTime: '17:15',
      text: '',
      contact: null,
    },
  ],
  answers: [],
  state: 'open',
};
const anInquiry = (more: Partial<Inquiry>): Inquiry => ({
  id: '',
  at: '2026-11-29T18:00:00Z',
  firstName: 'Noa',
  email: 'noa@example.com',
  zipCode: '78704',
  address: null,
  lessonDuration: 45,
  availability: [],
  bands: [],
  status: 'new',
  heldUntil: null,
  hold: null,
  studentId: null,
  forgottenOn: '2027-02-27',
  revision: '0',
  ...more,
});
const zone = 'America/Chicago';
const plain = (text: string | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');
const noteOf = (question: Question) => plain(heldByQuestions([question], zone)[0]?.note);

test('a question that is open holds its times; where the answer is due on another day, the day is said', () => {
  expect(heldByQuestions([asked], zone)).toEqual([
    { id: 'q 0', date: '2026-12-01', name: 'Cy Diaz', start: 990, end: 1035, note: expect.any(String) },
  ]);
  expect(noteOf(asked)).toBe('Held until 2:30 PM');
  expect(noteOf({ ...asked, until: '2026-11-30T20:30:00Z' })).toBe('Held until Mon, Nov 30, 2:30 PM');
  expect(heldByQuestions([{ ...asked, state: 'expired' }], zone)).toEqual([]);
});

test('a held time stands beside the cancelled lesson that left it, and the day reaches as far as it', () => {
  const cancelled = anEntry({ id: 'ben', start: 990, end: 1035, state: 'cancelled' });
  const days = [emptyDay('2026-11-30'), { ...emptyDay('2026-12-01'), entries: [cancelled] }];
  const [monday, tuesday] = withHeldTimes(days, heldByQuestions([asked], zone));
  expect(monday).toBe(days[0]);
  const lanes = tuesday && dayLanes(tuesday);
  expect([lanes?.get('ben'), lanes?.get('q 0')]).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
  ]);
  const late = { id: 'x', date: '2026-12-01', start: 1200, end: 1260, name: 'Cy Diaz', note: '' };
  expect(withHeldTimes([emptyDay('2026-12-01')], [late]).map((day) => dayAxis(day).to)).toEqual([1274]);
});

test('a time for a question is held on its weekday from its first date on, with its teacher alone', () => {
  const hold = {
    teacherId: 'dana',
    dayOfWeek: 2 as const,
    startTime: '16:10',
    endTime: '16:55',
    firstDate: '2026-12-08',
  };
  const inquiry = anInquiry({ id: 'q', firstName: 'Maya', hold, heldUntil: '2026-12-06' });
  const times = heldForQuestions([inquiry, anInquiry({ id: 'r' })], 'dana');
  expect(times).toEqual([
    {
      id: 'hold q',
      date: '2026-12-08',
      isWeekly: true,
      name: 'Held for Maya',
      note: 'Until Sun, Dec 6',
      start: 970,
      end: 1015,
    },
  ]);
  expect(heldForQuestions([inquiry], 'marcus')).toEqual([]);
  const days = ['2026-12-01', '2026-12-08', '2026-12-09', '2026-12-15'].map(emptyDay);
  expect(withHeldTimes(days, times).map(({ heldTimes }) => heldTimes?.length)).toEqual([undefined, 1, undefined, 1]);
});
