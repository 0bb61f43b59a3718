import { randomInt } from 'node:crypto';
import { applyBatchIn } from '@rondo/projections/runner/apply.ts';
import { prefixesOf } from '@rondo/projections/runner/read-model.ts';
import type { EventSource, SourceEvent } from '@rondo/projections/runner/source.ts';
import { memoryRows } from '@rondo/projections/moments/memory-rows.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countersModel, countersTable } from './testing/counters.ts';
import { unreliableWorld, type Fault, type Outcome, type Request } from './testing/unreliable-world.ts';

/** More histories: `HISTORIES=100000 npm run test:unit -- exactly-once`; add `SEED` to repeat a run. */
const histories = Number(process.env['HISTORIES'] ?? 2000);
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

const faults: readonly Fault[] = ['crash', 'crash', 'not sent', 'answer lost', 'answer lost'];
const faultOf = (drawn: number): Fault => faults[drawn] ?? 'none';

const requests = fc.array(
  fc.record({
    counter: fc.constantFrom('counter-studio.a', 'counter-studio.b'),
    by: fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 3 }),
    /** The same command sent twice, as by an impatient user. */
    twice: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5, size: 'max' },
);

/** Projects the log up to its end, into the existing rows or fresh ones. */
const caughtUp = async (source: EventSource, into: ReturnType<typeof memoryRows>) => {
  const events: SourceEvent[] = [];
  const done = new AbortController();
  const after = into.position();
  for await (const { events: more, upTo, caughtUp } of source.subscribe({
    after,
    prefixes: prefixesOf(countersModel),
    signal: done.signal,
  })) {
    events.push(...more);
    const at = { schema: 'counters_1_1', generation: 1, position: into.position(), releases: 0 };
    const batch = { events: more, upTo, after: into.position() };
    await applyBatchIn(into.storage, countersModel, at, batch, into.excluded());
    if (caughtUp) done.abort();
  }
  return { events, rows: into.rows(countersTable.name) };
};

const check = async (
  world: ReturnType<typeof unreliableWorld>,
  sent: readonly { request: Request; outcome: Outcome }[],
) => {
  const { rows } = await caughtUp(world.log, world.rows);
  const { events, rows: fresh } = await caughtUp(world.log, memoryRows());
  for (const { request, outcome } of sent) {
    const own = events.filter(({ metadata }) => metadata.commandId === request.commandId);
    // Of a command sent twice, one may be rejected and the other, a moment later, accepted.
    const isRefused = sent.every((one) => one.request !== request || one.outcome === 'rejected');
    if (isRefused) expect(own, 'a rejected command is not in the log').toEqual([]);
    if (outcome === 'acknowledged' || own.length > 0)
      expect(
        own.map(({ data }) => data),
        'a command is in the log once and whole',
      ).toEqual(request.by.map((by) => ({ by })));
  }
  expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => String(i + 1)));
  for (const stream of new Set(events.map(({ stream }) => stream))) {
    const own = events.filter((event) => event.stream === stream);
    expect(own.map(({ revision }) => revision)).toEqual(own.map((_, i) => i));
  }
  expect(rows, 'the rows are those of a fresh fold').toEqual(fresh);
};

test(
  'despite lost calls and crashes, an acknowledged command counts once, a rejected one never, and the rows match the log',
  async () => {
    process.stdout.write(`exactly once: ${histories} histories, SEED=${seed}\n`);
    const seen = { acknowledged: 0, rejected: 0, unknown: 0, faults: 0 };
    const drawn = fc.array(fc.nat({ max: 60 }), { minLength: 90, maxLength: 90, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), requests, drawn, async (scheduler, wanted, draws) => {
        let steps = 0;
        const nextFault = (): Fault => {
          const fault = faultOf(draws[steps % draws.length] ?? 60);
          steps += 1;
          if (fault !== 'none') seen.faults += 1;
          return fault;
        };
        const world = unreliableWorld((step) => scheduler.schedule(Promise.resolve(), step), nextFault);
        const all = wanted.flatMap(({ counter, by, twice }, n): Request[] => {
          const commandId = `00000000-0000-4000-8000-00000000000${n}`;
          const request = { stream: counter, commandId, by };
          return twice ? [request, request] : [request];
        });
        const stop = new AbortController();
        const following = Promise.all([world.follow(stop.signal), world.follow(stop.signal)]);
        const sending = Promise.all(
          all.map(async (request, n) => ({ request, outcome: await world.send(request, n) })),
        );
        const sent = await scheduler.waitFor(sending);
        stop.abort();
        await scheduler.waitFor(following);
        for (const { outcome } of sent) seen[outcome] += 1;
        await check(world, sent);
      }),
      { numRuns: histories, seed },
    );
    // Checks that the histories covered every kind of fault.
    expect(Math.min(seen.acknowledged, seen.rejected, seen.faults)).toBeGreaterThan(histories / 20);
  },
  Math.max(60_000, histories * 30),
);
