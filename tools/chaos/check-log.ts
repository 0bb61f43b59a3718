import { allCategories } from '@rondo/contracts/events/categories.ts';
import type { EventStore } from '@rondo/services/platform/log/event-store.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { derivedId } from '@rondo/services/platform/commands/ids.ts';
import type { LedgerCommand } from './ledger.ts';

/** Differences between the answers to clients and the log; all lists should be empty. */
export type LogFindings = {
  readonly events: number;
  /** Acknowledged, and not in the log. */
  readonly lost: readonly string[];
  /** In the log more than once. */
  readonly doubled: readonly string[];
  /** Rejected, but in the log. */
  readonly kept: readonly string[];
  /** Gaps and repetitions in streams or in the log's overall order. */
  readonly holes: readonly string[];
};

/** Every event in the log, in order. */
export const readWholeLog = async (store: EventStore): Promise<SourceEvent[]> => {
  const stop = new AbortController();
  const events: SourceEvent[] = [];
  const head = await store.head();
  const prefixes = allCategories.map(({ name }) => name);
  for await (const delivery of store.subscribe({ after: null, prefixes, signal: stop.signal })) {
    events.push(...delivery.events);
    if (delivery.caughtUp && (head === null || store.compare(delivery.upTo, head) >= 0)) stop.abort();
  }
  return events;
};

const groupedBy = <T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
};

/** A stream's revisions count from 0, its positions rise; the log's own positions count from 1 where they are numbers. */
const holesIn = (events: readonly SourceEvent[], compare: EventStore['compare']): string[] => {
  const holes: string[] = [];
  events.forEach(({ position }, i) => {
    const before = events[i - 1];
    if (before && compare(before.position, position) >= 0)
      holes.push(`position ${position} does not come after ${before.position}`);
    if (/^\d+$/.test(position) && Number(position) !== i + 1) holes.push(`position ${position} is the log's ${i + 1}.`);
  });
  for (const [stream, own] of groupedBy(events, ({ stream }) => stream))
    own.forEach(({ revision }, i) => {
      if (revision !== i) holes.push(`${stream}: revision ${revision} where ${i} belongs`);
    });
  return holes.slice(0, 20);
};

/** One command's events are one append per stream: ids derived in order from 0, consecutive revisions. */
const isOnce = (commandId: string, events: readonly SourceEvent[]): boolean =>
  [...groupedBy(events, ({ stream }) => stream)].every(([stream, own]) =>
    own.every(
      ({ eventId, revision }, i) =>
        eventId === derivedId(commandId, `${stream} ${i}`) && revision === (own[0]?.revision ?? 0) + i,
    ),
  );

const markOf = /mark-[\w-]+?-end/;

/** Marks count where users typed them: each in one event, however often a name is copied, undone or restored. */
const marksIn = (events: readonly SourceEvent[]): Map<string, number> => {
  const marks = new Map<string, number>();
  for (const { type, data, metadata } of events) {
    if (metadata.undoes !== undefined || metadata.causationId !== metadata.commandId) continue;
    const [mark] = /(Registered|DetailsChanged|NotesChanged|PaymentRecorded|PaymentChanged|ChargeAdded)$/.test(type)
      ? (markOf.exec(JSON.stringify(data)) ?? [])
      : [];
    if (mark !== undefined) marks.set(mark, (marks.get(mark) ?? 0) + 1);
  }
  return marks;
};

/** Compares the ledger with the log. */
export const checkLog = (
  commands: readonly LedgerCommand[],
  events: readonly SourceEvent[],
  compare: EventStore['compare'],
): LogFindings => {
  const byCommand = groupedBy(events, ({ metadata }) => metadata.commandId);
  const marks = marksIn(events);
  const lost: string[] = [];
  const doubled: string[] = [];
  const kept: string[] = [];
  for (const { sent, outcome, answer, attempts } of commands) {
    const own = byCommand.get(sent.commandId) ?? [];
    const mark = markOf.exec(JSON.stringify(sent.body) ?? '')?.[0];
    const marked = mark === undefined ? 0 : (marks.get(mark) ?? 0);
    const inLog = own.length > 0 || marked > 0;
    const attempt = `${sent.play} (${sent.method} ${sent.path}, key ${sent.key}, ${attempts} attempts, answer ${answer?.status ?? 'none'} ${answer?.text ?? ''})`;
    if (!isOnce(sent.commandId, own) || marked > 1) doubled.push(attempt);
    const promised = answer?.batch !== null || sent.alwaysChanges;
    if (outcome === 'acknowledged' && promised && (own.length === 0 || (mark !== undefined && marked === 0)))
      lost.push(attempt);
    const isPart = sent.inParts && attempts > 1;
    if (inLog && ((outcome === 'rejected' && !isPart) || (outcome === 'acknowledged' && !promised))) kept.push(attempt);
  }
  return { events: events.length, lost, doubled, kept, holes: holesIn(events, compare) };
};
