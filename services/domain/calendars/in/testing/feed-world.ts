import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { replaceImported, syncStatuses } from '../../../schedule/feed/feed-sync.ts';
import { scheduleAggregate } from '../../../schedule/schedule-aggregate.ts';
import type { ScheduleState } from '../../../schedule/state.ts';
import { analyze, type Analysis } from '../analysis/analyze.ts';
import { believedMissing, nextRead } from '../applied.ts';
import { automaticChanges } from '../auto-sync.ts';
import type { Applied } from '../feed-states.ts';
import { readFeed, type ReadFeed } from '../reading/read-feed.ts';
import { replacementOf, replacementRefused, statusChanges } from '../sync-commands.ts';
import { vcalendar, vevent } from './feeds.ts';

const firstDay = '2026-11-23';
const timeZone = 'America/New_York';
const idOf = (key: string): string => `imported ${key}`;

/** An event as the calendar's owner has it. Its title is its UID's, so that its rows can be told without knowing their ids. */
export type Event = {
  readonly date: IsoDate;
  readonly hour: number;
  /** Dates a week apart. */
  readonly count: number;
  /** Another time on its first day. */
  readonly again: boolean;
  /** Dates that are moved, by their number. */
  readonly moved: ReadonlyMap<number, { readonly date: IsoDate; readonly hour: number; readonly fault: PartFault }>;
  readonly isCancelled: boolean;
  readonly fault: 'none' | 'start' | 'start and UID' | 'rule';
};

/** Why a moved date is not read. */
export type PartFault = 'none' | 'start' | 'all day' | 'midnight';

const time = (date: IsoDate, hour: number): string =>
  `${date.replaceAll('-', '')}T${toTimeText(hour * 60).replace(':', '')}00`;
export const titleOf = (uid: string): string => `Meeting ${uid}`;
export const occurrence = ({ date }: Event, n: number): IsoDate => addDays(date, 7 * n);

const startOf = ({ date, hour, fault }: { date: IsoDate; hour: number; fault: PartFault }): Record<string, string> => {
  switch (fault) {
    case 'none':
      return { DTSTART: time(date, hour) };
    case 'start':
      return { DTSTART: 'soon' };
    case 'all day':
      return { DTSTART: '', 'DTSTART;VALUE=DATE': date.replaceAll('-', '') };
    case 'midnight':
      return { DTSTART: time(date, hour), DURATION: 'PT20H' };
  }
};

const textOf = (uid: string, event: Event): string[] => {
  const { date, hour, count, again, moved, isCancelled, fault } = event;
  const own = { SUMMARY: titleOf(uid), UID: uid, STATUS: isCancelled ? 'CANCELLED' : '' };
  if (fault === 'start' || fault === 'start and UID')
    return [vevent({ ...own, DTSTART: 'yesterday at noon', ...(fault === 'start' ? {} : { UID: '' }) })];
  if (fault === 'rule') return [vevent({ ...own, DTSTART: time(date, hour), RRULE: 'FREQ=NOW AND THEN' })];
  const rule = count > 1 ? { RRULE: `FREQ=WEEKLY;COUNT=${count}` } : {};
  const main = { ...own, DTSTART: time(date, hour), ...rule, RDATE: again ? time(date, hour + 3) : '' };
  const changes = [...moved].filter(([n]) => count > 1 && n < count);
  return [
    vevent(main),
    ...changes.map(([n, to]) => vevent({ ...own, 'RECURRENCE-ID': time(occurrence(event, n), hour), ...startOf(to) })),
  ];
};

export type World = {
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
  const remembered = known.baseline ?? new Map<string, string>();
  const lessons = new Map(state.lessons);
  const nobody = { students: [], ties: new Map<string, string>() };
  return {
    feed,
    analysis: analyze({ ...feed, lessons, remembered, ...nobody, closedOn: neverClosed, from: today, to, idOf }),
  };
};

type Decide = (state: ScheduleState) => ReturnType<ReturnType<typeof syncStatuses>>;

export const calls = ['replace all', 'sync cancellations', 'sync automatically'] as const;
export type Call = (typeof calls)[number];

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

export const apply = (world: World, call: Call): Reading => {
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
      isConfirmed: call === 'replace all',
    });
    world.known = { baseline, trusted_count: trustedCount, unrelated: [...unrelated] };
  }
  return read;
};

export const newWorld = (): World => ({
  events: new Map(),
  today: firstDay,
  state: scheduleAggregate.initialState(),
  known: { baseline: null, trusted_count: null, unrelated: null },
  revision: 0,
});
