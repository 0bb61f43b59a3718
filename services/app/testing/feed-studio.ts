import type { Logger } from 'pino';
import { feedServer, type FeedServer } from '../../domain/calendars/in/testing/feed-server.ts';
import { vcalendar, vevent } from '../../domain/calendars/in/testing/feeds.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../testing/visitor.ts';

/** Monday, November 23, 2026. */
export const now = '2026-11-23T15:00:00Z';

type FeedAnswer = {
  status?: number;
  body: string | Uint8Array;
  etag?: string;
  /** The Content-Type; none when absent. */
  type?: string;
};

/** Rondo beside a server of calendar feeds. */
export const rondoWithFeeds = async (environment: Record<string, string> = {}, log?: Logger) => {
  /** What the server answers, by path. */
  const answers = new Map<string, FeedAnswer>();
  const server: FeedServer = await feedServer((request, response) => {
    const { status = 404, body, etag, type } = answers.get(request.url ?? '') ?? { body: '' };
    if (etag !== undefined && request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    if (etag !== undefined) response.setHeader('ETag', etag);
    if (type !== undefined) response.setHeader('Content-Type', type);
    response.writeHead(body === '' ? status : 200).end(body);
  });
  const rondo: TestRondo = await testRondo(now, { FEEDS_ALLOW_PRIVATE: 'true', ...environment }, undefined, log);
  return {
    rondo,
    server,
    answers,
    stop: async (): Promise<void> => {
      await rondo.stop();
      await server.close();
    },
    /** A teacher with a feed, and a lesson with Ann every Tuesday at 16:00. */
    studio: async (name: string) => {
      const visitor = await rondo.visitor().register(`${name}@example.com`);
      ok(await visitor.patch('/api/settings', { timeZone: 'America/New_York' }));
      const teacherId = await addTeacher(visitor, 'Tess Moss', everyDay);
      ok(await visitor.put(`/api/teachers/${teacherId}`, { calendarUrl: `${server.url}/${name}` }));
      const ann = await addStudent(visitor, 'Ann Lee', everyDay, { teacherId });
      const ben = await addStudent(visitor, 'Ben Abel', everyDay, { teacherId });
      const weekly = { teacherId, studentId: ann, dayOfWeek: 2, startTime: '16:00', lessonDate: '' };
      const series = ok(await visitor.post('/api/lessons', weekly));
      const { id: studioId } = ok(await visitor.get('/api/user'));
      return {
        visitor,
        studioId,
        teacherId,
        ann,
        ben,
        series,
        feed: { studioId, teacherId, address: `${server.url}/${name}` },
        says: (...events: string[]) => void answers.set(`/${name}`, { body: vcalendar(...events) }),
        answers: (answer: FeedAnswer) => void answers.set(`/${name}`, answer),
      };
    },
  };
};

export const annWeekly = (lines: Record<string, string> = {}) =>
  vevent({ UID: 'ann', DTSTART: '20261124T160000', RRULE: 'FREQ=WEEKLY;COUNT=3', ...lines });
export const annCancelled = (date = '20261201') =>
  vevent({ UID: 'ann', 'RECURRENCE-ID': `${date}T160000`, DTSTART: `${date}T160000`, STATUS: 'CANCELLED' });
export const benOn = (DTSTART: string, lines: Record<string, string> = {}) =>
  vevent({ UID: 'ben', SUMMARY: 'Abel, Ben', DTSTART, ...lines });
export const staff = vevent({ UID: 'staff', SUMMARY: 'Staff meeting', DTSTART: '20261126T100000' });

export type Row = {
  lessonDate: string;
  startTime: string;
  status: string;
  source: string;
  id: string;
  student: { name: string } | null;
  eventTitle: string;
};

/** "2026-11-25 15:00 Ben Abel actual scheduled" for every dated row. */
export const dated = async (visitor: Visitor): Promise<string[]> =>
  ok(await visitor.get('/api/lessons'))
    .filter(({ lessonDate }: Row) => lessonDate !== '')
    .map((row: Row) =>
      [row.lessonDate, row.startTime, row.student?.name ?? row.eventTitle, row.source, row.status].join(' '),
    )
    .toSorted();

/** Sends one of the calls that read every feed. */
export const sync = async (visitor: Visitor, call: 'sync-all' | 'sync-cancellations' | 'replace-all-appointments') =>
  visitor.post(`/api/calendar/${call}`);
