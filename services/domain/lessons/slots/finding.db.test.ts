import { beforeEach, describe, expect, test } from 'vitest';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, refused, type Answer } from '../../../testing/visitor.ts';
import { openingSettings } from '@rondo/contracts/events/studio.ts';
import { readConfig } from '../../../app/config/config.ts';
import { opening } from '../../studio/studio.ts';

inOwnStudio();

let teacher: string;
let ann: string;
let ben: string;
const farAway = '100 Main St, Round Rock, TX 78664';

beforeEach(async () => {
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  ben = await addStudent(dana, 'Ben Ito', [{ day: 2, from: '15:00', to: '18:00' }], { address: farAway });
});

const ok = ({ status, text, json }: Answer) => {
  expect(status, text).toBe(200);
  return json;
};
const fields = (more: object = {}) => ({
  teacherId: teacher,
  studentId: ann,
  startTime: '16:00',
  duration: 45,
  lessonDate: '2026-12-01',
  ...more,
});
const create = async (more: object = {}) => ok(await dana.post('/api/lessons', fields(more)));
const check = async (more: object = {}) => ok(await dana.post('/api/lessons/check-conflicts', fields(more)));
const alternatives = async (more: object = {}) =>
  ok(await dana.post('/api/lessons/generate-alternatives', fields(more))).alternatives;
const weekly = { lessonDate: '', dayOfWeek: 2 };

describe('a check of hours', () => {
  const texts = async (more: object = {}) =>
    (await check(more)).outsideHours.map(({ text }: { text: string }) => text.replaceAll('\u00a0', ' '));

  test('names the hours of the student and of the teacher, for one date and for every week', async () => {
    expect((await check({ studentId: ben, startTime: '17:30' })).outsideHours).toEqual([
      {
        whose: 'student',
        name: 'Ben Ito',
        dates: ['2026-12-01'],
        hours: [{ startTime: '15:00', endTime: '18:00', isPreferred: false }],
        text: "Ben Ito's family is free Tue, 3:00 – 6:00\u00a0PM.",
      },
    ]);
    expect(await texts({ studentId: ben, startTime: '17:15' })).toEqual([]);
    expect(await texts({ ...weekly, studentId: ben, dayOfWeek: 6, startTime: '15:00' })).toEqual([
      "Outside Dana's hours: none on Sat.",
      "Ben Ito's family is free Tue, 3:00 – 6:00 PM.",
    ]);
    expect((await check({ ...weekly, studentId: ben, dayOfWeek: 3 })).outsideHours).toMatchObject([{ dates: [] }]);
    expect(await texts({ startTime: '19:30' })).toEqual([
      "Outside Dana's hours: Tue 2:00 – 8:00 PM.",
      "Ann Lee's family is free Mon, Tue, Wed, Thu and Fri, 2:00 – 8:00 PM.",
    ]);
  });

  test('is no refusal, and a student without any hours is outside of none', async () => {
    const nina = await addStudent(dana, 'Nina New', []);
    expect(await texts({ studentId: nina, startTime: '16:00' })).toEqual([]);
    expect(
      await texts({ entryType: 'appointment', studentId: null, eventTitle: 'Dentist', startTime: '21:00' }),
    ).toEqual(["Outside Dana's hours: Tue 2:00 – 8:00 PM."]);
    ok(await dana.post('/api/lessons', { ...fields({ studentId: ben, startTime: '19:30' }), ifFree: true }));
  });
});

describe('the time between lessons', () => {
  const warnings = async (more: object = {}) =>
    (await check({ startTime: '16:50', studentId: ben, customAddress: '2108 S Lamar Blvd, Austin, TX 78704', ...more }))
      .travelWarnings;

  test('is the teacher’s own or else the studio’s, and does not count at one address', async () => {
    await create();
    expect(await warnings()).toEqual([]);
    ok(await dana.patch('/api/settings', { minutesBetween: 5 }));
    expect(await warnings()).toEqual([
      'The drive there takes 5 min, with 5 min between lessons, but there are only 5: short by 5 min (Ann Lee ends at 4:45\u00a0PM).',
    ]);
    expect(await warnings({ startTime: '16:55' })).toEqual([]);
    expect(await warnings({ startTime: '16:45', customAddress: '1905 S 5th St, Austin, TX 78704' })).toEqual([]);
    const change = async (minutesBetween: unknown) => dana.put(`/api/teachers/${teacher}`, { minutesBetween });
    expect(ok(await change(0))).toMatchObject({ minutesBetween: 0, effectiveMinutesBetween: 0 });
    expect(await warnings()).toEqual([]);
    expect(ok(await change(12))).toMatchObject({ minutesBetween: 12, effectiveMinutesBetween: 12 });
    expect(await warnings({ startTime: '16:55' })).toHaveLength(1);
    ok(await dana.put(`/api/teachers/${teacher}`, { phone: '1' }));
    expect(ok(await dana.get('/api/teachers'))).toMatchObject([{ minutesBetween: 12 }]);
    for (const wrong of [-1, 31, 2.5, 'five'])
      expect(refused(await change(wrong))).toEqual([
        400,
        'The time between lessons must be a whole number of minutes from 0 to 30.',
      ]);
    const cleared = await change(null);
    expect(ok(cleared)).toMatchObject({ minutesBetween: null, effectiveMinutesBetween: 5 });
    ok(await dana.post('/api/undo', { batchId: batchOf(cleared) }));
    expect(ok(await dana.get('/api/teachers'))).toMatchObject([{ minutesBetween: 12 }]);
  });

  test('is kept free around an alternative, whose buffer is what is left', async () => {
    ok(await dana.patch('/api/settings', { minutesBetween: 10 }));
    await create();
    const near = { studentId: ben, startTime: '16:50', customAddress: '2108 S Lamar Blvd, Austin, TX 78704' };
    const slots: { startTime: string; reasoningText: string }[] = await alternatives(near);
    const after = slots.find(({ startTime }) => startTime >= '16:45' && startTime < '18:00');
    expect(after?.startTime).toBe('17:00');
    expect(after?.reasoningText).toContain('buffer 0\u00a0min after Ann Lee');
  });

  test('is 5 minutes in a studio that this version opens, and none in one of an earlier version', () => {
    expect(
      opening(
        'UTC',
        readConfig({}).NEW_STUDIO_MINUTES_BETWEEN,
      )({ settings: null, settingsRevision: -1, sample: null, told: {}, dismissed: [] }),
    ).toEqual([{ type: 'StudioOpened', data: { timeZone: 'UTC', startGrid: 5, minutesBetween: 5 } }]);
    expect(openingSettings({ timeZone: 'UTC', startGrid: 5 }).minutesBetween).toBe(0);
  });
});

describe('a conflict check', () => {
  test('finds nothing when the time is free', async () =>
    expect(await check()).toEqual({
      hasConflict: false,
      conflictingEvents: [],
      travelWarnings: [],
      outsideHours: [],
      closed: [],
    }));

  test('names what a date would overlap', async () => {
    const series = await create(weekly);
    expect(await check({ startTime: '16:30', studentId: ben })).toMatchObject({
      hasConflict: true,
      conflictingEvents: [
        { id: series.id, title: 'Ann Lee', date: '2026-12-01', startTime: '16:00', endTime: '16:45' },
      ],
    });
  });

  test('of a weekly lesson starts on the student’s first day', async () => {
    await create({ studentId: ben, lessonDate: '2026-12-01' });
    expect((await check(weekly)).hasConflict).toBe(true);
    await dana.put(`/api/students/${ann}`, { startDate: '2026-12-02' });
    expect((await check(weekly)).hasConflict).toBe(false);
  });

  test('covers 26 weeks of a weekly entry and lists the dates', async () => {
    await create({ lessonDate: '2027-05-18' });
    await create({ lessonDate: '2027-06-01' });
    const { conflictingEvents } = await check({ ...weekly, studentId: ben });
    expect(conflictingEvents.map(({ date }: { date: string }) => date)).toEqual(['2027-05-18']);
  });

  test('ignores the lesson itself and cancelled ones', async () => {
    const { id } = await create();
    expect((await check({ id, startTime: '16:15' })).hasConflict).toBe(false);
    expect((await check({ startTime: '16:15' })).hasConflict).toBe(true);
    await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' });
    expect((await check({ startTime: '16:15' })).hasConflict).toBe(false);
  });

  test('of one date of a series counts the series’ other dates, but not the one that moves', async () => {
    const { id } = await create(weekly);
    const moved = { id, originalDate: '2026-12-01', startTime: '16:15' };
    expect((await check({ ...moved, lessonDate: '2026-12-01' })).hasConflict).toBe(false);
    expect((await check({ ...moved, lessonDate: '2026-12-08' })).conflictingEvents).toMatchObject([
      { id, date: '2026-12-08' },
    ]);
  });

  test('ignores the continuing part of the same lesson', async () => {
    const { id } = await create(weekly);
    const later = { startTime: '16:15', editScope: 'series', lessonDate: '2026-12-08' };
    const part = ok(await dana.patch(`/api/lessons/${id}/edit`, later));
    expect(part.id).not.toBe(id);
    expect((await check({ ...weekly, id, startTime: '16:30' })).hasConflict).toBe(false);
    expect((await check({ ...weekly, startTime: '16:30' })).hasConflict).toBe(true);
  });

  test('warns about a drive that is too long, which is not a conflict', async () => {
    await create();
    const close = await check({ studentId: ben, startTime: '16:45' });
    expect(close.hasConflict).toBe(false);
    expect(close.travelWarnings).toEqual([
      expect.stringMatching(
        /^The drive there takes \d+ min, but there are only 0: short by \d+ min \(Ann Lee ends at 4:45.PM\)\.$/,
      ),
    ]);
    expect((await check({ studentId: ben, startTime: '16:45', useInOptimization: false })).travelWarnings).toEqual([]);
    expect((await check({ studentId: ben, startTime: '18:30' })).travelWarnings).toEqual([]);
  });

  test('rejects an invalid entry', async () => {
    const wrong = (more: object) => dana.post('/api/lessons/check-conflicts', fields(more));
    expect((await wrong({ teacherId: '' })).text).toBe('Please select a teacher.');
    expect((await wrong({ startTime: '23:50' })).text).toBe('A lesson must end before midnight.');
    expect((await wrong({ id: 'nothing' })).status).toBe(404);
  });
});

describe('alternatives', () => {
  test('to a weekly lesson can be reached in every week, also if a stop beside it is cancelled in the first one', async () => {
    const { id } = await create({ ...weekly, startTime: '15:00', duration: 60 });
    ok(await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-11-24' }));
    const found = await alternatives({ ...weekly, studentId: ben, startTime: '16:15', duration: 30 });
    const tuesdays = found.filter(({ dayOfWeek }: { dayOfWeek: number }) => dayOfWeek === 2);
    expect(tuesdays.length).toBeGreaterThan(0);
    // Ann's lesson ends at 4:00 PM in every other week, more than 15 minutes by car from Ben.
    for (const { startTime } of tuesdays) expect(startTime > '16:15').toBe(true);
    expect(tuesdays[0].reasoningText).toMatch(/ after Ann Lee \(until 4:00\sPM\)/);
  });

  test('are at most five, free, in both availabilities, with a concrete reason', async () => {
    await create();
    const found = await alternatives({ studentId: ben, startTime: '16:00' });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(5);
    for (const slot of found) {
      expect(slot).toMatchObject({
        dayOfWeek: 2,
        reasoningText: expect.stringMatching(/(min|h|\d|no) more driving; (buffer|no other stop)/),
      });
      expect(slot.startTime >= '15:00' && slot.endTime <= '18:00').toBe(true);
      const there = { studentId: ben, lessonDate: slot.date, startTime: slot.startTime };
      expect(await check(there)).toEqual({
        hasConflict: false,
        conflictingEvents: [],
        travelWarnings: [],
        outsideHours: [],
        closed: [],
      });
    }
  });

  test('use the teacher’s availability alone if the student has none', async () => {
    const cy = await addStudent(dana, 'Cy Ode', []);
    const [first] = await alternatives({ studentId: cy });
    expect(first.reasoningText).toMatch(/^Same day, .*; no other stop that day\.$/);
    expect(first.startTime >= '14:00').toBe(true);
  });

  test('for a weekly entry are weekdays that are free in every week', async () => {
    await create({ ...weekly, dayOfWeek: 3 });
    const found = await alternatives({
      ...weekly,
      dayOfWeek: 3,
      studentId: await addStudent(dana, 'Di Fox', everyDay),
    });
    expect(found[0]).toMatchObject({ weekly: true, dayOfWeek: 3, date: '2026-11-25' });
    for (const { dayOfWeek, startTime } of found)
      expect(
        (await check({ lessonDate: '', dayOfWeek, startTime })).conflictingEvents.filter(
          ({ title }: { title: string }) => title !== 'Ann Lee',
        ),
      ).toEqual([]);
  });

  test('are never in the past', async () => {
    const found = await alternatives({ lessonDate: '2026-11-02' });
    for (const { date } of found) expect(date >= '2026-11-23').toBe(true);
  });
});

describe('other times for an existing lesson', () => {
  test('for one date of a series exclude its own time and those of its other dates, and each is bookable', async () => {
    const { id } = await create(weekly);
    const found = await alternatives({ id, startTime: '16:30' });
    expect(found).toHaveLength(5);
    for (const { date, startTime } of found) {
      expect(`${date} ${startTime}`).not.toBe('2026-12-01 16:00');
      if (date === '2026-11-24' || date === '2026-12-08')
        expect(startTime <= '15:15' || startTime >= '16:45').toBe(true);
    }
    const [first] = found;
    const edited = await dana.patch(`/api/lessons/${id}/edit`, {
      editScope: 'single',
      originalDate: '2026-12-01',
      lessonDate: first.date,
      startTime: first.startTime,
      ifFree: true,
    });
    expect(edited.status, edited.text).toBe(200);
  });

  test('for a whole series treat its own dates as free', async () => {
    const { id } = await create(weekly);
    const found = await alternatives({ ...weekly, id, startTime: '16:30' });
    expect(found[0]).toMatchObject({ dayOfWeek: 2, weekly: true });
    expect(found[0].startTime).toBe('16:25');
    const edited = await dana.patch(`/api/lessons/${id}/edit`, {
      editScope: 'series',
      dayOfWeek: 2,
      startTime: found[0].startTime,
      ifFree: true,
    });
    expect(edited.status, edited.text).toBe(200);
  });

  test('if there are none, name the nearest miss', async () => {
    const short = await addStudent(dana, 'Ed Roe', [{ day: 2, from: '16:00', to: '16:30' }]);
    const { alternatives: none, nearestMiss } = ok(
      await dana.post('/api/lessons/generate-alternatives', fields({ studentId: short })),
    );
    expect(none).toEqual([]);
    expect(nearestMiss.replaceAll('\u00a0', ' ')).toMatch(
      /^The closest fit: Tuesday, December 1, 4:00 – 4:30 PM is 15 min too short for 45 min/,
    );
  });
});

describe('suggestions for another time', () => {
  const suggest = (id: string, query = '') => dana.get(`/api/lessons/${id}/reschedule-suggestions${query}`);

  test('are different times of the same day, none next to the cancelled one, then other days', async () => {
    const { id } = await create();
    ok(await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' }));
    const { suggestions, nearestMiss } = ok(await suggest(id));
    expect(
      suggestions.map(({ date, startTime }: { date: string; startTime: string }) => `${date} ${startTime}`),
    ).toEqual(['2026-12-01 15:45', '2026-12-01 16:15', '2026-11-30 16:00', '2026-12-02 16:00', '2026-11-30 15:45']);
    expect(nearestMiss).toBeNull();
  });

  test('are in the requested range, by default the next two weeks', async () => {
    const { id } = await create();
    const inRange = ok(await suggest(id, '?startDate=2026-12-03&endDate=2026-12-04')).suggestions;
    expect(inRange.length).toBeGreaterThan(0);
    for (const { date } of inRange) expect(['2026-12-03', '2026-12-04']).toContain(date);
    const { suggestions } = ok(await suggest(id));
    expect(suggestions[0]).toMatchObject({ date: '2026-12-01', dayOfWeek: 2 });
    const [{ dayOfWeek, startTime, endTime, date }] = suggestions;
    const moved = await dana.patch(`/api/lessons/${id}/reschedule`, {
      dayOfWeek,
      startTime,
      endTime,
      lessonDate: date,
      ifFree: true,
    });
    expect(ok(moved)).toMatchObject({ lessonDate: date, startTime });
  });

  test.each([
    ['before today', '?startDate=2026-11-22', "The start date can't be before today."],
    ['backwards', '?startDate=2026-12-04&endDate=2026-12-03', "The end date can't be before the start date."],
    ['too far', '?startDate=2026-12-04&endDate=2028-12-03', 'Please search at most 26 weeks at a time.'],
    ['no date', '?startDate=soon', '"startDate" must be a date in the form YYYY-MM-DD.'],
  ])('%s is refused', async (_, query, sentence) => {
    const { id } = await create();
    const { status, text } = await suggest(id, query);
    expect([status, text]).toEqual([400, sentence]);
  });
});

describe('closed time', () => {
  /** Nobody teaches from Monday, November 23, to Sunday, December 6, and on the 8th not before 4 PM. */
  beforeEach(async () => {
    const closures = [
      { from: '2026-11-23', to: '2026-12-06', kind: 'holiday', reason: 'Break' },
      { from: '2026-12-08', to: '2026-12-08', toTime: '16:00', kind: 'away' },
    ];
    ok(await dana.post('/api/closures/many', { closures }));
  });
  const datesOf = (slots: readonly { date: string }[]) => [...new Set(slots.map(({ date }) => date))].toSorted();

  test('is outside the hours of single lessons', async () => {
    const slots = await alternatives({ lessonDate: '2026-12-08' });
    expect(slots.map(({ date, startTime }: { date: string; startTime: string }) => `${date} ${startTime}`)).toEqual([
      '2026-12-08 16:05',
      '2026-12-08 16:20',
      '2026-12-07 16:00',
      '2026-12-09 16:00',
      '2026-12-07 15:45',
    ]);
    const { id } = await create({ lessonDate: '2026-12-01' });
    const suggestions = ok(await dana.get(`/api/lessons/${id}/reschedule-suggestions?endDate=2026-12-06`));
    expect(suggestions).toEqual({
      suggestions: [],
      nearestMiss: 'The teacher is not available on these days.',
    });
  });

  test('has no lessons to drive to, and those that stay there take no time of other weeks', async () => {
    await create({ studentId: ben, startTime: '15:15', lessonDate: '2026-12-08' });
    const [{ reasoningText }] = await alternatives({ lessonDate: '2026-12-08' });
    expect(reasoningText).toMatch(/no other stop that day\.$/);
    const dentist = { entryType: 'appointment', studentId: null, eventTitle: 'Dentist' };
    await create({ ...dentist, startTime: '14:00', duration: 360, lessonDate: '2026-12-01' });
    const found = await alternatives(weekly);
    expect(found).toHaveLength(5);
  });

  test('lets a weekly time begin on its first open date', async () => {
    expect(datesOf(await alternatives({ ...weekly, startTime: '16:10' }))).toEqual([
      '2026-12-07',
      '2026-12-08',
      '2026-12-09',
      '2026-12-10',
    ]);
    const early = await alternatives({ ...weekly, startTime: '15:00' });
    expect(early[0]).toMatchObject({ date: '2026-12-15', dayOfWeek: 2, startTime: '14:55', weekly: true });
    const fits = ok(
      await dana.post('/api/students/fits', {
        studentId: ann,
        teacherId: teacher,
        availability: [{ dayOfWeek: 2, startTime: '14:00', endTime: '20:00' }],
      }),
    );
    expect(
      fits.times.map(({ firstDate, startTime }: { firstDate: string; startTime: string }) => [
        startTime < '16:00' ? 'early' : 'later',
        firstDate,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['early', '2026-12-15'],
        ['later', '2026-12-08'],
      ]),
    );
  });

  test('is no time at all when every date of half a year is in it', async () => {
    ok(await dana.post('/api/closures', { from: '2026-11-23', to: '2027-11-23', kind: 'away' }));
    expect(await alternatives(weekly)).toEqual([]);
    const body = { studentId: ann, teacherId: teacher };
    expect(ok(await dana.post('/api/students/fits', body)).times).toEqual([]);
  });
});
