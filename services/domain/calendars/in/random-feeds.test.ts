import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceImported, syncStatuses } from '../../schedule/feed/feed-sync.ts';
import { scheduleAggregate } from '../../schedule/schedule-aggregate.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { analyze, type Analysis } from './analysis/analyze.ts';
import { believedMissing, nextRead } from './applied.ts';
import { automaticChanges } from './auto-sync.ts';
import type { Applied } from './feed-states.ts';
import { readFeed, type ReadFeed } from './reading/read-feed.ts';
import { replacementOf, replacementRefused, statusChanges } from './sync-commands.ts';
import { vcalendar, vevent } from './testing/feeds.ts';

/** The same histories at every run; other ones: `HISTORIES=2000 SEED=7 npm run test:unit -- random-feeds`. */
const histories = Number(process.env['HISTORIES'] ?? 200);
const seed = Number(process.env['SEED'] ?? 1);

const firstDay = '2026-11-23';
const timeZone = 'America/New_York';
const idOf = (key: string): string => `imported ${key}`;

/** An event as the calendar's owner has it. Its title is its UID's, so that its rows can be told without knowing their ids. */
type Event = {
  readonly date: IsoDate;
  readonly hour: number;
  /** Dates a week apart. */
  readonly count: number;
  /** Another time on its first day. */
  readonly again: boolean;
  /** Dates that are moved, by their number. */
  readonly moved: ReadonlyMap<number, { readonly date: IsoDate; readonly hour: number }>;
  readonly isCancelled: boolean;
  readonly fault: 'none' | 'start' | 'start and UID';
};

const time = (date: IsoDate, hour: number): string =>
  `${date.replaceAll('-', '')}T${toTimeText(hour * 60).replace(':', '')}00`;
const titleOf = (uid: string): string => `Meeting ${uid}`;
const occurrence = ({ date }: Event, n: number): IsoDate => addDays(date, 7 * n);

const textOf = (uid: string, event: Event): string[] => {
  const { date, hour, count, again, moved, isCancelled, fault } = event;
  const own = { SUMMARY: titleOf(uid), UID: uid, STATUS: isCancelled ? 'CANCELLED' : '' };
  if (fault !== 'none')
    return [vevent({ ...own, DTSTART: 'yesterday at noon', ...(fault === 'start' ? {} : { UID: '' }) })];
  const rule = count > 1 ? { RRULE: `FREQ=WEEKLY;COUNT=${count}` } : {};
  const main = { ...own, DTSTART: time(date, hour), ...rule, RDATE: again ? time(date, hour + 3) : '' };
  const changes = [...moved].filter(([n]) => count > 1 && n < count);
  return [
    vevent(main),
    ...changes.map(([n, to]) =>
      vevent({ ...own, 'RECURRENCE-ID': time(occurrence(event, n), hour), DTSTART: time(to.date, to.hour) }),
    ),
  ];
};

type World = {
  readonly events: Map<string, Event>;
  today: IsoDate;
  state: ScheduleState;
  known: Applied;
  revision: number;
};

type Reading = { readonly feed: ReadFeed; readonly analysis: Analysis };

const reading = ({ events, today, state, known }: World): Reading => {
  const to = addDays(today, 182);
  const text = vcalendar(...[...events].flatMap(([uid, event]) => textOf(uid, event)));
  const feed = readFeed({ text, timeZone, window: { from: addDays(today, -28), to }, dropped: [] });
  const remembered = known.baseline ?? {};
  const lessons = new Map(state.lessons);
  const nobody = { students: [], ties: new Map<string, string>() };
  return { feed, analysis: analyze({ ...feed, lessons, remembered, ...nobody, from: today, to, idOf }) };
};

type Decide = (state: ScheduleState) => ReturnType<ReturnType<typeof syncStatuses>>;

const calls = ['replace all', 'sync cancellations', 'sync automatically'] as const;
type Call = (typeof calls)[number];

const decisionOf = (call: Call, { today, known, revision }: World, { feed, analysis }: Reading): Decide => {
  if (call === 'replace all')
    return replacementRefused(analysis) === null
      ? replaceImported(replacementOf(analysis, { today, to: addDays(today, 182) }), {
          limit: 10_000,
          isFirst: true,
          done: new Set(),
        })
      : () => [];
  const content = { ...feed, etag: null, lastModified: null, hash: '' };
  const idOfDate = (lessonId: string, date: IsoDate): string => `${lessonId} ${date} ${revision}`;
  const automatic = call === 'sync automatically';
  const changes = automatic
    ? automaticChanges({ content, analysis, known }, { importedAs: idOf, idOf: idOfDate })
    : statusChanges(analysis, believedMissing(content, analysis, known), idOfDate);
  return syncStatuses({ automatic, changes, limit: 10_000 });
};

const apply = (world: World, call: Call): Reading => {
  const read = reading(world);
  const isRefused = call === 'replace all' && replacementRefused(read.analysis) !== null;
  for (const event of decisionOf(call, world, read)(world.state)) {
    world.revision += 1;
    const at = { revision: world.revision, recordedAt: `${firstDay}T15:00:00Z` };
    world.state = scheduleAggregate.evolve({ ...world.state, lessons: new Map(world.state.lessons) }, event, at);
  }
  const content = { ...read.feed, etag: null, lastModified: null, hash: '' };
  if (!isRefused) {
    const { baseline, trustedCount, unrelated } = nextRead('', {
      content,
      analysis: read.analysis,
      known: world.known,
    });
    world.known = { baseline, trusted_count: trustedCount, unrelated: [...unrelated] };
  }
  return read;
};

const place = (title: string | null, date: IsoDate | null, start: number): string => `${title} ${date} ${start}`;
const placeOf = ({ eventTitle, date, start }: Lesson): string => place(eventTitle, date, start);
const rowsOf = ({ state }: World, which: (row: Lesson) => boolean): Lesson[] =>
  [...state.lessons.values()].filter(which).toSorted((a, b) => (a.lessonId < b.lessonId ? -1 : 1));
const scheduled = (rows: readonly Lesson[]): string[] =>
  rows
    .filter(({ status }) => status === 'scheduled')
    .map(placeOf)
    .toSorted();

/** Applies the feed and looks at what may not be otherwise. */
const check = (world: World, call: Call): void => {
  const { today, events } = world;
  const isPast = ({ date }: Lesson): boolean => date !== null && date < today;
  const unreadable = new Set([...events].flatMap(([uid, { fault }]) => (fault === 'none' ? [] : [titleOf(uid)])));
  // A cancelled row of an event that was gone before it could not be read may go.
  const isUnread = ({ eventTitle, status }: Lesson): boolean =>
    status === 'scheduled' && unreadable.has(eventTitle ?? '');
  const before = { past: rowsOf(world, isPast), unread: rowsOf(world, isUnread), all: rowsOf(world, () => true) };
  const { feed } = apply(world, call);
  expect(rowsOf(world, isPast), `${call}: what took place stays`).toEqual(before.past);
  expect(rowsOf(world, isUnread), `${call}: what an unread event may mean stays`).toEqual(before.unread);
  const stand = feed.dates
    .filter(({ date, isCancelled }) => date >= today && !isCancelled)
    .map(({ title, date, start }) => place(title, date, start))
    .toSorted();
  const now = rowsOf(world, (row) => !isPast(row));
  if (call === 'replace all') {
    if (feed.dates.every(({ date }) => date < today)) return;
    expect(scheduled(now.filter((row) => !isUnread(row))), 'the imported rows are those of the feed').toEqual(stand);
    const after = world.state;
    apply(world, call);
    expect(world.state, 'replacing again changes nothing').toBe(after);
  } else {
    const kept = new Set(stand);
    const had = scheduled(before.all.filter((row) => !isPast(row))).filter((one) => kept.has(one));
    expect(scheduled(now), `${call}: what the feed has is not cancelled`).toEqual(expect.arrayContaining(had));
    expect(now.length, `${call}: no row is added`).toBe(before.all.filter((row) => !isPast(row)).length);
  }
};

type Step = (world: World) => void;

const uid = fc.constantFrom('a', 'b', 'c', 'd');
const day = fc.integer({ min: -3, max: 21 });
const hour = fc.constantFrom(9, 12, 15);
const change =
  (name: string, to: (event: Event, today: IsoDate) => Partial<Event>): Step =>
  ({ events, today }) => {
    const event = events.get(name);
    if (event) events.set(name, { ...event, ...to(event, today) });
  };
const plain = { again: false, moved: new Map(), isCancelled: false, fault: 'none' } as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ uid, day, hour, count: fc.integer({ min: 1, max: 4 }) }).map(
      ({ uid: name, day: n, hour: at, count }): Step =>
        ({ events, today }) =>
          void events.set(name, { ...plain, date: addDays(today, n), hour: at, count }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ uid, day, hour })
      .map(({ uid: name, day: n, hour: at }) =>
        change(name, (_, today) => ({ date: addDays(today, n), hour: at, moved: new Map() })),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ uid, count: fc.integer({ min: 1, max: 4 }) })
      .map(({ uid: name, count }) => change(name, () => ({ count }))),
  },
  { weight: 2, arbitrary: uid.map((name) => change(name, ({ again }) => ({ again: !again }))) },
  {
    weight: 3,
    arbitrary: fc
      .record({ uid, n: fc.integer({ min: 0, max: 3 }), day, hour })
      .map(({ uid: name, n, day: by, hour: at }) =>
        change(name, ({ moved }, today) => ({ moved: new Map(moved).set(n, { date: addDays(today, by), hour: at }) })),
      ),
  },
  // Events that took place are dragged into the future.
  {
    weight: 2,
    arbitrary: fc.record({ n: fc.integer({ min: 0, max: 9 }), hour }).map(({ n, hour: at }): Step => (world) => {
      for (const [name, event] of world.events)
        if (event.date < world.today) world.events.set(name, { ...event, date: addDays(world.today, n), hour: at });
    }),
  },
  // "This and all following": the series ends, and another one begins.
  {
    weight: 2,
    arbitrary: fc.record({ uid, hour }).map(({ uid: name, hour: at }): Step => ({ events }) => {
      const event = events.get(name);
      if (!event || event.count < 2) return;
      const left = Math.floor(event.count / 2);
      events.set(name, { ...event, count: left });
      events.set(`${name} later`, { ...plain, date: occurrence(event, left), hour: at, count: event.count - left });
    }),
  },
  {
    weight: 2,
    arbitrary: uid.map(
      (name): Step =>
        ({ events }) =>
          void events.delete(name),
    ),
  },
  { weight: 2, arbitrary: uid.map((name) => change(name, ({ isCancelled }) => ({ isCancelled: !isCancelled }))) },
  {
    weight: 3,
    arbitrary: fc
      .record({ uid, fault: fc.constantFrom('none', 'start', 'start and UID') })
      .map(({ uid: name, fault }) => change(name, () => ({ fault }))),
  },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 9 }).map((n): Step => (world) => {
      world.today = addDays(world.today, n);
    }),
  },
  {
    weight: 16,
    arbitrary: fc.constantFrom('replace all', ...calls).map(
      (call): Step =>
        (world) =>
          check(world, call),
    ),
  },
);

test('a feed never takes what took place, what it has or what it hides, and replacing says what it has', () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 40 }), (steps) => {
      const world: World = {
        events: new Map(),
        today: firstDay,
        state: scheduleAggregate.initialState(),
        known: { baseline: null, trusted_count: null, unrelated: null },
        revision: 0,
      };
      for (const one of steps) one(world);
      changes += world.revision;
    }),
    { numRuns: histories, seed },
  );
  expect(changes, 'events that the readings led to').toBeGreaterThan(histories);
});
