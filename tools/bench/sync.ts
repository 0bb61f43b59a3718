import { monitorEventLoopDelay } from 'node:perf_hooks';
import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { syncAllCalendars } from '@rondo/contracts/api/calendars/calendar-sync.ts';
import { addressPolicy } from '@rondo/services/domain/calendars/in/fetching/address-policy.ts';
import { fetchFeed } from '@rondo/services/domain/calendars/in/fetching/fetch-feed.ts';
import { feedReader, type FeedContent } from '@rondo/services/domain/calendars/in/reading/feed-reader.ts';
import { analyzeInSteps } from '@rondo/services/domain/calendars/in/teacher-feeds.ts';
import { feedServer } from '@rondo/services/domain/calendars/in/testing/feed-server.ts';
import { vcalendar, vevent } from '@rondo/services/domain/calendars/in/testing/feeds.ts';
import { analysisView, type Analyzed } from '@rondo/services/domain/calendars/in/views.ts';
import { jsonInSteps } from '@rondo/services/platform/http/bodies/json-in-steps.ts';
import { optimizedSeries, rowsOf } from '@rondo/services/domain/calendars/in/testing/rows.ts';
import { derivedId } from '@rondo/services/platform/commands/ids.ts';
import { loopBlocks } from '@rondo/services/testing/loop-blocks.ts';
import { median, type Row } from './measure.ts';

const runs = 7;
const students = 80;
const weekdays = [1, 2, 3, 4, 5] as const;
/** Half a year from a Monday. */
const [from, to] = ['2026-11-23', '2027-05-24'];
const namesOf = (i: number) => ({ studentId: `student-${i}`, firstName: `First${i}`, lastName: `Last${i}` });
const titleOf = (i: number): string => `Piano lesson: Last${i % students}, First${i % students} (at home, 45 minutes)`;

/** 20,000 dates: single lessons, and weekly ones of 20 dates with a date left out and one moved. */
const largeFeed = (): string => {
  const description = 'A'.repeat(90);
  const common = (i: number) => ({
    SUMMARY: titleOf(i),
    DESCRIPTION: description,
    LOCATION: '12 Main St',
    STATUS: 'CONFIRMED',
  });
  const single = Array.from({ length: 15_000 }, (_, i) =>
    vevent({
      UID: `single-${i}@music.example`,
      DTSTART: '',
      'DTSTART;TZID=America/New_York': `202701${String(1 + (i % 31)).padStart(2, '0')}T1${i % 10}0000`,
      ...common(i),
    }),
  );
  const weekly = Array.from({ length: 250 }, (_, i) =>
    vevent({
      UID: `weekly-${i}@music.example`,
      DTSTART: '',
      'DTSTART;TZID=Europe/Berlin': `202611${24 + (i % 5)}T160000`,
      RRULE: 'FREQ=WEEKLY;COUNT=21',
      'EXDATE;TZID=Europe/Berlin': `202612${String(1 + (i % 5)).padStart(2, '0')}T160000`,
      ...common(i),
    }),
  );
  return vcalendar(...single, ...weekly);
};

/** The body of the call that compares all calendars, as its handler makes it. */
const answerOf = async (analysis: Analyzed['analysis'], content: FeedContent) => {
  const feed = { teacherId: 'teacher', teacherName: 'Tess Moss', address: '' };
  const days = { today: from, to, timeZone: 'America/New_York' };
  const naming = { titleOf: () => 'Ann Lee', studentName: (id: string) => id };
  const read = { ...content, etag: null, lastModified: null };
  const { feed: counted, ...lists } = await analysisView({ feed, changes: [], content: read, analysis }, days, naming);
  return { success: true, message: '', ...lists, tiedNames: [], feeds: [counted] };
};

/** Fetching, parsing and comparing a feed of 5 MB, and how long other work waits in the process in the meantime. */
export const benchSync = async (): Promise<Row[]> => {
  const text = largeFeed();
  const server = await feedServer((_, response) => void response.end(text));
  const read = feedReader();
  const lessons = rowsOf(
    ...Array.from({ length: students }, (_, i) =>
      optimizedSeries(`series-${i}`, `student-${i}`, weekdays[i % 5] ?? 1, (10 + (i % 10)) * 60),
    ),
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const blocks = loopBlocks();
  const longest: number[] = [];
  const times: number[] = [];
  const answering: number[] = [];
  let dates = 0;
  for (let run = 0; run < runs; run += 1) {
    // The first run compiles the code.
    if (run === 1) {
      delay.enable();
      blocks.longest();
    }
    const started = performance.now();
    const fetched = await fetchFeed(`${server.url}/feed.ics`, addressPolicy({ allowsPrivate: true }));
    if (fetched.kind !== 'read') throw new Error('The feed was not read.');
    const content = await read({
      bytes: fetched.bytes,
      charset: fetched.charset,
      timeZone: 'America/New_York',
      window: { from: '2026-10-26', to },
    });
    const analysis = await analyzeInSteps({
      lessons,
      dates: content.dates,
      isWhole: content.isWhole,
      unread: content.unread,
      remembered: new Map(),
      students: Array.from({ length: students }, (_, i) => namesOf(i)),
      ties: new Map(),
      closedOn: neverClosed,
      from,
      to,
      idOf: (key) => derivedId('b7a1a6f4-2f0c-4a55-9a55-0a4f5a1f6c1e', key),
    });
    times.push(performance.now() - started);
    dates = analysis.compared.length;
    const answered = performance.now();
    await jsonInSteps(syncAllCalendars.response, await answerOf({ ...analysis, lessons }, content));
    answering.push(performance.now() - answered);
    if (run > 0) longest.push(blocks.longest());
  }
  blocks.stop();
  delay.disable();
  await server.close();
  return [
    {
      what: `a feed of ${(text.length / 1024 / 1024).toFixed(1)} MB with ${dates} dates fetched, parsed and compared`,
      figures: { 'median ms': median(times), 'slowest ms': Math.max(...times) },
      aim: 'under 2 s',
    },
    {
      what: 'the answer of sync-all with these dates checked and written',
      figures: { 'median ms': median(answering), 'slowest ms': Math.max(...answering) },
      aim: 'under 1 s',
    },
    {
      what: 'how long other work waits in the meantime',
      figures: { 'p99 ms': delay.percentile(99) / 1e6, 'longest ms': delay.max / 1e6 },
    },
    {
      what: 'processor time for which the event loop is blocked without a pause',
      figures: { 'median of the runs’ longest ms': median(longest), 'longest ms': Math.max(...longest) },
      aim: 'at most 20 ms',
    },
  ];
};
