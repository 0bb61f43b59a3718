import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { foldInto, memoryRows } from '@rondo/projections/moments/memory-rows.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { prefixesOf, type Table } from '@rondo/projections/runner/read-model.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import fc from 'fast-check';
import type { EventStore } from '../../../platform/log/event-store.ts';
import { openMoments, type MomentParts, type Moments } from '../../../platform/models/moments/moments.ts';
import type { At } from '../../../platform/models/moments/fold-moment.ts';
import { today as monday } from '../../schedule/testing/week.ts';
import { anyStudent, anyWhere } from './random-steps.ts';
import type { Step } from './steps.ts';
import { studioId, studioOfTwo } from './two-teachers.ts';

const models = [lessonsModel, studentsModel, historyModel, reportsModel];

/** A step in a studio's life, and how many days pass before it. */
type Lived = { readonly step: Step | 'undo' | { readonly remove: string }; readonly days: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['weekly', 'weekly', 'dated', 'cancel', 'restore', 'edit series', 'edit date', 'move'] as const),
    ...(['delete date', 'delete series', 'clear', 'give', 'give', 'plan', 'plan', 'accept', 'reject'] as const),
  ),
  ...anyWhere,
  ahead: fc.constantFrom(0, 1, 3, 7),
});

/** What may happen in a studio: lessons, plans, transfers, undo, removed students. */
export const randomLife = (steps: { minLength: number; maxLength: number }): fc.Arbitrary<Lived[]> =>
  fc.array(
    fc.record({
      step: fc.oneof(
        { weight: 10, arbitrary: step },
        { weight: 2, arbitrary: fc.constant('undo' as const) },
        { weight: 1, arbitrary: fc.record({ remove: anyStudent }) },
      ),
      days: fc.constantFrom(0, 0, 0, 1, 5),
    }),
    { ...steps, size: 'max' },
  );

type Rows = Readonly<Record<string, readonly unknown[]>>;

const inOrder = (table: Table, rows: readonly Record<string, unknown>[]) => {
  const keyOf = (row: Record<string, unknown>): string => table.key.map((column) => String(row[column])).join('\0');
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** The rows of every model as a runner keeps them: event after event, as the log grows. */
const followers = (store: EventStore) => {
  const followed = models.map((model) => ({ model, rows: memoryRows() }));
  return async (): Promise<Rows> => {
    const tables: Record<string, unknown[]> = {};
    for (const { model, rows } of followed) {
      const done = new AbortController();
      const from = { after: rows.position(), prefixes: prefixesOf(model), signal: done.signal };
      for await (const { events, caughtUp } of store.subscribe(from)) {
        for (const event of events) await foldInto(rows, model, [event]);
        if (caughtUp) done.abort();
      }
      for (const table of model.tables) tables[`${model.name} ${table.name}`] = inOrder(table, rows.of(table));
    }
    return tables;
  };
};

const rowsAt = async (moments: Moments, at: At): Promise<Rows> => {
  const moment = moments.momentOf(studioId, at);
  const tables: Record<string, unknown[]> = {};
  for (const model of models) {
    const { rows } = await moment.of(model);
    for (const table of model.tables) tables[`${model.name} ${table.name}`] = inOrder(table, rows(table));
  }
  return tables;
};

/**
 * Plays a history in a studio, remembering the rows of the read models after each step.
 * @param pass tells the log's clock that time has passed
 */
export const livePast = async (store: EventStore, life: readonly Lived[], pass: (day: string) => void) => {
  const streams = new Set<string>();
  const registry = { register: async (_: string, stream: string) => void streams.add(stream) };
  const clock = { today: monday };
  const studio = studioOfTwo(clock, { store, registry });
  const follow = followers(store);
  const byPosition = new Map<Position, Rows>();
  /** The last rows of each instant: a moment has everything that was recorded at its instant. */
  const byInstant = new Map<Instant, Rows>();
  const batches: string[] = [];

  const take = async (step: Lived['step']): Promise<void> => {
    if (step === 'undo') {
      const batchId = batches.pop();
      if (batchId !== undefined) await studio.undo(batchId).catch(() => null);
    } else if ('remove' in step) await studio.removeStudent(step.remove);
    else batches.push(...[await studio.act(step)].filter((batchId) => batchId !== null));
  };

  for (const { step, days } of life) {
    clock.today = addDays(clock.today, days);
    pass(clock.today);
    await take(step);
    const rows = await follow();
    const head = await store.head();
    if (head === null) continue;
    byPosition.set(head, rows);
    const [newest] = (
      await Promise.all([...streams].map((one) => store.readStream(one, { direction: 'backwards', limit: 1 })))
    )
      .flat()
      .toSorted((a, b) => store.compare(b.position, a.position));
    if (newest) byInstant.set(instantOf(newest.recordedAt), rows);
  }
  const remembered: { at: At; rows: Rows }[] = [
    ...[...byPosition].map(([position, rows]) => ({ at: { position }, rows })),
    ...[...byInstant].map(([instant, rows]) => ({ at: { instant }, rows })),
  ];
  return {
    remembered,
    /** A process that has just started. */
    moments: (options: Pick<MomentParts, 'storage' | 'gap' | 'report'> = {}) =>
      openMoments({ store, streamsOf: async () => [...streams], ...options }),
    rowsAt,
  };
};
