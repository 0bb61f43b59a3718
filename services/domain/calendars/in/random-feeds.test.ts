import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  apply,
  calls,
  newWorld,
  occurrence,
  titleOf,
  type Call,
  type Event,
  type PartFault,
  type World,
} from './testing/feed-world.ts';

/** The same histories at every run; other ones: `HISTORIES=2000 SEED=7 npm run test:unit -- random-feeds`. */
const histories = Number(process.env['HISTORIES'] ?? 200);
const seed = Number(process.env['SEED'] ?? 1);

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
  const titlesOf = (which: (event: Event) => boolean): Set<string | null> =>
    new Set([...events].flatMap(([uid, event]) => (which(event) ? [titleOf(uid)] : [])));
  const unreadable = titlesOf(({ fault }) => fault !== 'none');
  const partly = titlesOf(({ moved }) => [...moved.values()].some(({ fault }) => fault !== 'none'));
  const isUnread = ({ eventTitle }: Lesson): boolean => unreadable.has(eventTitle);
  const isClear = ({ eventTitle }: Lesson): boolean => !unreadable.has(eventTitle) && !partly.has(eventTitle);
  const before = { past: rowsOf(world, isPast), unread: rowsOf(world, isUnread), all: rowsOf(world, () => true) };
  const { feed } = apply(world, call);
  expect(rowsOf(world, isPast), `${call}: what took place stays`).toEqual(before.past);
  expect(rowsOf(world, isUnread), `${call}: what an unread event may mean stays`).toEqual(before.unread);
  const stand = feed.dates
    .filter(({ date, isCancelled, title }) => date >= today && !isCancelled && !partly.has(title))
    .map(({ title, date, start }) => place(title, date, start))
    .toSorted();
  const now = rowsOf(world, (row) => !isPast(row));
  if (call === 'replace all') {
    if (feed.dates.every(({ date }) => date < today)) return;
    expect(scheduled(now.filter(isClear)), 'the imported rows are those of the feed').toEqual(stand);
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
const partFault = fc.constantFrom<PartFault[]>('none', 'start', 'all day', 'midnight');
/** The moved dates, of which one has a fault; a date that was not moved is one then. */
const withFault = (event: Event, n: number, fault: PartFault): Event['moved'] =>
  new Map(event.moved).set(n, { date: occurrence(event, n), hour: event.hour, ...event.moved.get(n), fault });
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
        change(name, ({ moved }, today) => ({
          moved: new Map(moved).set(n, { date: addDays(today, by), hour: at, fault: 'none' as const }),
        })),
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
      .record({ uid, fault: fc.constantFrom('none', 'start', 'start and UID', 'rule') })
      .map(({ uid: name, fault }) => change(name, () => ({ fault }))),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ uid, n: fc.nat(3), fault: partFault })
      .map(({ uid: name, n, fault }) =>
        change(name, ({ moved, ...event }) => ({ moved: withFault({ moved, ...event }, n, fault) })),
      ),
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

const timeout = Math.max(120_000, histories * 200);

test(
  'a feed never takes what took place, what it has or what it hides, and replacing says what it has',
  () => {
    let changes = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 40 }), (steps) => {
        const world = newWorld();
        for (const one of steps) one(world);
        changes += world.revision;
      }),
      { numRuns: histories, seed },
    );
    expect(changes, 'events that the readings led to').toBeGreaterThan(histories);
  },
  timeout,
);

/** Dates of a series from today on that are moved, and one of its parts that becomes unreadable. */
const series = fc.record({
  uid,
  day: fc.nat(9),
  hour,
  n: fc.nat(3),
  to: fc.integer({ min: 0, max: 30 }),
  toHour: hour,
});
const fault = fc.record({
  uid,
  fault: fc.constantFrom('start', 'start and UID', 'rule', 'part'),
  n: fc.nat(3),
  partFault,
});

test(
  'whatever becomes unreadable in a feed that was taken over, nothing changes',
  () => {
    let hidden = 0;
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 10, maxLength: 30 }),
        fc.array(series, { minLength: 2, maxLength: 8 }),
        fc.array(fault, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...calls),
        (steps, all, faults, call) => {
          const world = newWorld();
          for (const one of steps) one(world);
          const { events, today } = world;
          for (const { uid: name, day: first, hour: at, n, to, toHour } of all) {
            const event = events.get(name) ?? { ...plain, date: addDays(today, first), hour: at, count: 4 };
            const date = event.date < today ? today : event.date;
            const moved = new Map(event.moved).set(n, {
              date: addDays(today, to),
              hour: toHour,
              fault: 'none' as const,
            });
            events.set(name, { ...event, date, count: 4, moved });
          }
          for (const [name, event] of events) {
            const moved = new Map([...event.moved].map(([n, to]) => [n, { ...to, fault: 'none' as const }]));
            events.set(name, { ...event, fault: 'none', moved });
          }
          apply(world, 'replace all');
          const { state } = world;
          for (const { uid: name, fault: what, n, partFault: part } of faults)
            change(name, (event) => (what === 'part' ? { moved: withFault(event, n, part) } : { fault: what }))(world);
          hidden += apply(world, call).feed.unread.length;
          expect(world.state, call).toBe(state);
        },
      ),
      { numRuns: histories, seed },
    );
    expect(hidden, 'parts that could not be read').toBeGreaterThan(histories);
  },
  timeout,
);
