import { request } from 'node:http';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { feedServer } from '@rondo/services/domain/calendars/in/testing/feed-server.ts';
import { vcalendar, vevent } from '@rondo/services/domain/calendars/in/testing/feeds.ts';
import { loopBlocks } from '@rondo/services/testing/loop-blocks.ts';
import { ok, type Visitor } from '@rondo/services/testing/visitor.ts';
import type { BenchRondo } from './bench-rondo.ts';
import type { Row } from './measure.ts';
import { fullTeacher } from './undo.ts';

const runs = 3;
/** What is imported before the events cannot be read any more: as many as are imported at once. */
const imported = 2000;

type Calendar = {
  readonly what: string;
  /** What is imported first; nothing when empty. */
  readonly first: string;
  readonly text: string;
};

const time = (date: IsoDate, minute: number): string =>
  `${date.replaceAll('-', '')}T${toTimeText(minute).replace(':', '')}00`;

const calendarsFrom = (today: IsoDate): Calendar[] => {
  const day = (i: number): IsoDate => addDays(today, i % 182);
  const single = (i: number, lines: Record<string, string> = {}): string =>
    vevent({ UID: `single-${i}`, SUMMARY: `Lesson ${i % 500}`, DTSTART: time(day(i), 480 + (i % 9) * 60), ...lines });
  const many = (count: number, event: (i: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => event(i));
  return [
    { what: '20,000 events', first: '', text: vcalendar(...many(20_000, single)) },
    {
      what: '20,000 dates of one UID, 2,000 of them imported',
      first: vcalendar(
        ...many(10, (i) => vevent({ UID: 'one', DTSTART: time(today, 420 + i * 5), RRULE: 'FREQ=DAILY;COUNT=183' })),
      ),
      text: vcalendar(
        ...many(100, (i) =>
          vevent({ UID: 'one', DTSTART: time(addDays(today, -17), 420 + i * 5), RRULE: 'FREQ=DAILY;COUNT=200' }),
        ),
      ),
    },
    {
      what: `20,000 events, 19,999 of which cannot be read, ${imported} of them imported`,
      first: vcalendar(...many(imported, single)),
      text: vcalendar(...many(20_000, (i) => single(i, i === 0 ? {} : { DTSTART: 'yesterday at noon' }))),
    },
  ];
};

/** Sends a call and discards the answer as it comes, so that reading it takes no time of the process that is measured. */
const send = (url: string, visitor: Visitor): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { ...visitor.cookies, 'Content-Type': 'application/json' } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
        answer.resume().once('end', resolve);
      },
    );
    sent.once('error', reject);
    sent.end('{}');
  });

const calls = ['sync-all', 'sync-cancellations', 'replace-all-appointments'] as const;

/** How long the process is busy without a pause while it compares and applies calendars as large as they can be. */
export const benchSyncBlocks = async ({ newVisitor, url }: BenchRondo): Promise<Row[]> => {
  let body = '';
  const server = await feedServer((_, response) => void response.end(body));
  const rows: Row[] = [];
  try {
    for (const { what, first, text } of calendarsFrom(new Date().toISOString().slice(0, 10))) {
      const visitor = await newVisitor();
      const { teacherId } = await fullTeacher(visitor, 10);
      ok(await visitor.put(`/api/teachers/${teacherId}`, { calendarUrl: `${server.url}/feed.ics` }));
      ok(await visitor.patch(`/api/calendar/sync-state/${teacherId}`, { syncEnabled: false }));
      body = first;
      if (first !== '') ok(await visitor.post('/api/calendar/replace-all-appointments'));
      body = text;
      const figures: Record<string, number> = {};
      for (let run = 0; run < runs; run += 1)
        for (const call of calls) {
          const blocks = loopBlocks();
          const started = performance.now();
          await send(`${url}/api/calendar/${call}`, visitor);
          // The first run compiles the code.
          const name = (of: string): string => `${call}: ${of}`;
          if (run > 0) {
            figures[name('longest ms')] = Math.max(figures[name('longest ms')] ?? 0, blocks.longest());
            figures[name('slowest ms')] = Math.max(figures[name('slowest ms')] ?? 0, performance.now() - started);
          }
          blocks.stop();
        }
      rows.push({
        what: `blocks of the event loop by a calendar of ${what}`,
        figures,
        aim: 'longest: 50 ms of processor time',
      });
    }
  } finally {
    await server.close();
  }
  return rows;
};
