import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { describe, expect, test } from 'vitest';
import { readFeed } from '../reading/read-feed.ts';
import { vcalendar, vevent } from '../testing/feeds.ts';
import { imported, rowsOf } from '../testing/rows.ts';
import { analyze } from './analyze.ts';

const [from, to] = ['2026-11-23', '2027-05-24'];
const compare = (lessons: ReturnType<typeof rowsOf>, remembered: Record<string, string>, ...events: string[]) => {
  const window = { from: '2026-10-26', to };
  const feed = readFeed({ text: vcalendar(...events), timeZone: 'America/New_York', window, dropped: [] });
  const idOf = (key: string): string => `imported ${key}`;
  return analyze({
    ...feed,
    lessons,
    remembered: new Map(Object.entries(remembered)),
    students: [],
    ties: new Map(),
    closedOn: neverClosed,
    from,
    to,
    idOf,
  });
};
const gone = ({ vanished }: ReturnType<typeof compare>): string[] => vanished.map(({ lessonId }) => lessonId);
const at = 16 * 60;
const tuesday = '2026-11-24';
const alone = imported('lesson-1', null, tuesday, at);
const weekly = vevent({ RRULE: 'FREQ=WEEKLY;COUNT=3' });

describe('an imported row stays the row of its event', () => {
  test('that begins to repeat', () => {
    const after = compare(rowsOf(alone), {}, weekly);
    expect([gone(after), after.compared[0]?.match]).toEqual([[], alone]);
  });

  test('that ends to repeat', () => {
    const first = imported(`lesson-1 ${tuesday}`, null, tuesday, at);
    const second = imported('lesson-1 2026-12-01', null, '2026-12-01', at);
    expect(gone(compare(rowsOf(first, second), {}, vevent({})))).toEqual([second.lessonId]);
  });

  test('that gets a second time on the day', () =>
    expect(gone(compare(rowsOf(alone), {}, vevent({}), vevent({ DTSTART: '20261124T090000' })))).toEqual([]));
});

test('a row of an earlier day stays, and its event gets another, which it keeps when it is moved again', () => {
  const past = imported('lesson-1', null, '2026-11-17', at);
  const [moved] = compare(rowsOf(past), {}, vevent({})).compared;
  expect(moved).toMatchObject({ match: null, past, replacing: 'add', importedAs: `imported lesson-1 ${tuesday}` });
  const row = imported(`lesson-1 ${tuesday}`, null, tuesday, at);
  const again = compare(
    rowsOf(past, row),
    { [`lesson-1 ${tuesday}`]: `${tuesday} 960 45` },
    vevent({ DTSTART: '20261126T160000' }),
  );
  expect([gone(again), again.compared[0]?.match]).toEqual([[], row]);
});

test('an event that cannot be read protects its own rows, and no others', () => {
  const other = imported('other', null, tuesday, 600);
  const broken = vevent({ DTSTART: 'yesterday at noon' });
  const good = vevent({ UID: 'good' });
  const after = compare(rowsOf(alone, other), { 'lesson-1': '', other: '' }, broken, good);
  expect([gone(after), after.unsure]).toEqual([[other.lessonId], [alone]]);
  expect(gone(compare(rowsOf(alone, other), {}, broken, good))).toEqual([other.lessonId]);
});
