import { expect, test } from 'vitest';
import { vcalendar, vevent } from '../testing/feeds.ts';
import { sharedLoopBlock, workBlocks } from '../../../../testing/loop-blocks.ts';
import { feedReader } from './feed-reader.ts';

const read = feedReader();
const window = { from: '2026-10-26', to: '2027-05-24' };
const readText = (text: string) =>
  read({ bytes: new TextEncoder().encode(text), charset: null, timeZone: 'America/New_York', window });

test('a large feed is read while other work continues', async () => {
  const events = Array.from({ length: 4000 }, (_, i) =>
    vevent({ UID: `u${i}`, DTSTART: '20261124T160000', RRULE: 'FREQ=WEEKLY;COUNT=5' }),
  );
  const text = vcalendar(...events);
  const blocks = workBlocks();
  const { dates, isWhole, hash } = await readText(text);
  expect(await blocks.end(), 'milliseconds of processor time without a pause').toBeLessThan(sharedLoopBlock);
  expect([dates.length, isWhole, hash]).toEqual([20_000, true, expect.stringMatching(/^[\w-]{22}$/)]);
});

test('an event that takes over two seconds is dropped, and the others are read', async () => {
  // The library steps from day to day for a date that never comes.
  const endless = [
    'BEGIN:VTIMEZONE',
    'TZID:Never',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n');
  const culprit = vevent({ UID: 'culprit', SUMMARY: 'Culprit', DTSTART: '', 'DTSTART;TZID=Never': '20261124T160000' });
  const blocks = workBlocks();
  const { dates, ignored, isWhole } = await readText(
    vcalendar(endless, vevent({}), culprit, vevent({ UID: 'other', SUMMARY: 'Ben' })),
  );
  expect(await blocks.end(), 'milliseconds of processor time without a pause').toBeLessThan(sharedLoopBlock);
  expect(dates.map(({ title }) => title)).toEqual(['Ann Lee', 'Ben']);
  const protects = { what: 'event', date: null };
  expect({ ignored, isWhole }).toEqual({
    ignored: [
      { title: 'Culprit', detail: 'It takes too long to read.', protects, isRead: false, events: 1, date: null },
    ],
    isWhole: true,
  });
});

test('feeds that are read one after another, or at once, each get what is theirs, also beside one that cannot be read', async () => {
  const titles = async (title: string): Promise<string[]> => {
    const { dates } = await readText(vcalendar(vevent({ SUMMARY: title })));
    return dates.map((date) => date.title);
  };
  expect([await titles('Ann'), await titles('Ben')]).toEqual([['Ann'], ['Ben']]);
  const broken = readText(vcalendar(vevent({ SUMMARY: 'Late', RRULE: 'FREQ=NEVER' })));
  const both = await Promise.all([titles('Cy'), titles('Di'), broken, titles('Ed')]);
  expect([both[0], both[1], both[3]]).toEqual([['Cy'], ['Di'], ['Ed']]);
});
