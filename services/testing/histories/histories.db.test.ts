import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { expect, test } from 'vitest';
import { feedServer } from '../../domain/calendars/in/testing/feed-server.ts';
import { eventStoreDbEventStore } from '../../platform/log/eventstoredb/eventstoredb-event-store.ts';
import { startTestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';
import { postgresEventStore } from '../../platform/log/postgres/postgres-event-store.ts';
import { seededRandom } from '../../optimizer/search/random.ts';
import { addStudent, addTeacher, everyDay } from '../studio-fixture.ts';
import { testRondo, type TestRondo } from '../test-rondo.ts';
import { ok } from '../visitor.ts';
import { automaticReading } from '../../app/testing/automatic-reading.ts';
import {
  historyIsInOrder,
  mark,
  momentsAreAsTheyWere,
  nothingIsBilledTwice,
  pendingPlansCanBeRejected,
  plansHaveOneReport,
} from './checks.ts';
import { anyCommand } from './commands.ts';
import { VisitedStudio } from './visited-studio.ts';

/** The same histories at every run, half of them on each log; other ones: `HISTORIES=300 SEED=7 npm run test:integration -- testing/histories`. */
const histories = Number(process.env['HISTORIES'] ?? 30);
const seed = Number(process.env['SEED'] ?? 20261124);
const steps = 10;
const monday = '2026-11-23';
const hour = 3_600_000;

type Site = {
  readonly rondo: TestRondo;
  readonly automatic: Awaited<ReturnType<typeof automaticReading>>;
  readonly calendars: Map<string, string>;
  readonly feeds: string;
  now: number;
};

const setDay = (site: Site, days: number): void => {
  site.now = Date.parse(`${monday}T15:00:00Z`) + days * 24 * hour;
  site.rondo.setNow(site.now);
};

/** Two teachers, one with a calendar, and four students, some with a weekly lesson, one of whom pays by the month. */
const openStudio = async ({ rondo, automatic, calendars, feeds }: Site, nth: number): Promise<VisitedStudio> => {
  const name = `studio-${nth}`;
  const visitor = await rondo.visitor().register(`${name}@example.com`);
  const { id: studioId } = ok(await visitor.get('/api/user'));
  const tess = await addTeacher(visitor, 'Tess Moss', everyDay);
  const studio = new VisitedStudio({
    visitor,
    newVisitor: () => rondo.visitor(),
    random: seededRandom(seed + nth),
    today: monday,
    serve: (calendar) => calendars.set(`/${name}`, calendar),
    readCalendar: async () => {
      if (!(await studio.teachers()).some(({ id }) => id === tess)) return [];
      const done = await automatic.sync({ studioId, teacherId: tess, address: `${feeds}/${name}` });
      return done.flatMap(({ batchId }) => batchId ?? []);
    },
  });
  ok(
    await visitor.patch('/api/settings', {
      studioName: 'Moss Strings',
      familyPage: true,
      familyCancel: true,
      familyRequest: true,
    }),
  );
  await addTeacher(visitor, 'Ole Berg', everyDay.slice(0, 3));
  studio.publish();
  ok(await visitor.put(`/api/teachers/${tess}`, { calendarUrl: `${feeds}/${name}` }));
  for (const student of ['Ann Lee', 'Ben Abel', 'Cy Fox', 'Di Ray']) {
    const id = await addStudent(visitor, student, everyDay, { teacherId: tess });
    const payment =
      student === 'Di Ray'
        ? { paymentType: 'monthly', monthlyRate: 200 }
        : { paymentType: 'per_lesson', perLessonRate: 50 };
    ok(await visitor.put(`/api/students/${id}`, payment));
    const weekly = { studentId: id, teacherId: tess, dayOfWeek: 2, startTime: studio.time() };
    if (studio.chance(0.6)) await studio.call('POST', '/api/lessons', weekly);
  }
  return studio;
};

/** Days pass between some commands, weeks between few. */
const letTimePass = (site: Site, studio: VisitedStudio, clock: { days: number }): void => {
  if (!studio.chance(0.25)) return;
  clock.days += studio.chance(0.3) ? 7 * (1 + Math.floor(studio.random() * 3)) : 1 + Math.floor(studio.random() * 3);
  setDay(site, clock.days);
  studio.today = addDays(monday, clock.days);
  studio.told.push(`it is ${studio.today}`);
};

const live = async (site: Site, nth: number): Promise<void> => {
  setDay(site, 0);
  const studio = await openStudio(site, nth);
  const clock = { days: 0 };
  try {
    for (let step = 0; step < steps; step += 1) {
      letTimePass(site, studio, clock);
      if (studio.chance(0.3)) await mark(studio);
      const { name, act } = anyCommand(studio);
      studio.told.push(`${name}:`);
      await act(studio);
      await plansHaveOneReport(studio);
    }
    await nothingIsBilledTwice(studio);
    await historyIsInOrder(studio);
    await momentsAreAsTheyWere(studio);
    await pendingPlansCanBeRejected(studio);
  } catch (error) {
    throw new Error(`History ${seed + nth}:\n${studio.told.join('\n')}`, { cause: error });
  }
};

const engines = [
  ['PostgreSQL', 0, () => Promise.resolve(null)],
  ['EventStoreDB', 1, () => startTestServer()],
] as const;

test.each(engines)(
  'any history over HTTP on %s keeps its moments, its reports and its bills',
  async (_, first, open) => {
    process.stdout.write(`histories over HTTP: every second of ${histories}, SEED=${seed}\n`);
    const calendars = new Map<string, string>();
    const feeds = await feedServer((request, response) => {
      const calendar = calendars.get(request.url ?? '');
      response.writeHead(calendar === undefined ? 404 : 200).end(calendar);
    });
    const log = await open();
    const rondo = await testRondo(`${monday}T15:00:00Z`, {
      FEEDS_ALLOW_PRIVATE: 'true',
      // Any plan will do here, the best or not.
      OPTIMIZER_SECONDS: '1',
      ...(log === null ? {} : { EVENTSTORE_URL: log.connectionString }),
    });
    const { connectionString } = rondo;
    let endReading = (): Promise<void> => Promise.resolve();
    const automatic = await automaticReading(connectionString, {
      instant: () => site.now,
      atEnd: (stop) => {
        endReading = stop;
      },
      openStore: () =>
        log === null
          ? postgresEventStore({ connectionString })
          : eventStoreDbEventStore({ connectionString: log.connectionString }),
    });
    const site: Site = { rondo, automatic, calendars, feeds: feeds.url, now: 0 };
    const failures: string[] = [];
    for (let nth = first; nth < histories; nth += engines.length)
      await live(site, nth).catch((error: Error) => failures.push(`${error.message}\n${String(error.cause)}`));
    await endReading();
    await rondo.stop();
    await log?.stop();
    await feeds.close();
    expect(failures).toEqual([]);
  },
  Math.max(300_000, histories * 60_000),
);
