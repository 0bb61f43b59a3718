import { expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { ok } from '../../../testing/visitor.ts';

inOwnStudio();

const half = { outcome: { charge: 50 } };
const reached = { charge: 50 };
const late = { charge: 100 };
const [hours, dayBefore] = [
  { hours: 24, ...half },
  { dayBefore: '17:00', ...half },
];

/** Each with its start as an instant, the instants of notice, the minutes they come to, and what two policies make of them. */
const cases = [
  {
    name: 'a day like any other',
    date: '2026-12-08',
    start: '2026-12-08T16:00:00-06:00',
    notices: [
      ['2026-12-07T16:00:00-06:00', 1440, reached, reached],
      ['2026-12-07T16:00:01-06:00', 1439, late, reached],
      ['2026-12-07T17:00:00-06:00', 1380, late, reached],
      ['2026-12-07T17:00:01-06:00', 1379, late, late],
    ],
  },
  {
    name: 'the day on which the clocks went back',
    date: '2026-11-01',
    start: '2026-11-01T16:00:00-06:00',
    notices: [
      ['2026-10-31T16:30:00-05:00', 1470, reached, reached],
      ['2026-10-31T17:00:01-05:00', 1439, late, late],
    ],
  },
  {
    name: 'the day on which the clocks went forward',
    date: '2027-03-14',
    start: '2027-03-14T16:00:00-05:00',
    notices: [
      ['2027-03-13T15:00:00-06:00', 1440, reached, reached],
      ['2027-03-13T15:30:00-06:00', 1410, late, reached],
    ],
  },
] as const;

test.each(cases)('notice is real time by 24 hours, and the clock by 5 PM on the day before: $name', async (one) => {
  const { date, start, notices } = one;
  rondo.setNow(Date.parse('2026-10-05T12:00:00-05:00'));
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Kim', lastName: 'Oh', address: '1905 S 5th St', zipCode: '78704' };
  const kim = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 })).id;
  const lesson = { teacherId, studentId: kim, lessonDate: date, startTime: '16:00', duration: 45 };
  const { id } = ok(await dana.post('/api/lessons', lesson));
  for (const [nth, tier] of [hours, dayBefore].entries()) {
    rondo.setNow(Date.parse('2026-10-05T12:00:00-05:00'));
    ok(await dana.post('/api/policy', { from: '2026-10-05', tiers: [tier] }));
    rondo.setNow(Date.parse(start) - 60_000);
    for (const [noticeAt, minutes, ...outcomes] of notices) {
      const query = `lessonDate=${date}&noticeAt=${encodeURIComponent(new Date(noticeAt).toISOString())}`;
      expect(ok(await dana.get(`/api/lessons/${id}/cancellation?${query}`)), noticeAt).toMatchObject({
        noticeMinutes: minutes,
        family: { outcome: outcomes[nth] },
        teacher: { outcome: { charge: 0 } },
      });
    }
  }
});
