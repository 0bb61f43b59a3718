import { applyBatchIn, CheckpointMoved } from '@rondo/projections/runner/apply.ts';
import { KnownRows } from '@rondo/projections/rows/fold.ts';
import { prefixesOf } from '@rondo/projections/runner/read-model.ts';
import type { RowStorage } from '@rondo/projections/rows/row-storage.ts';
import { memoryRows } from '@rondo/projections/moments/memory-rows.ts';
import { Unavailable, RuleBroken } from '../../kit/errors.ts';
import { LogUnavailable, type EventStore } from '../../log/event-store.ts';
import { memoryEventStore } from '../../log/memory/memory-event-store.ts';
import { commandHandler } from '../command-handler.ts';
import { count, counter, countersModel } from './counters.ts';

/** Faults of a call to the log or the database. */
export type Fault = 'none' | 'crash' | 'not sent' | 'answer lost';

export type Request = { readonly stream: string; readonly commandId: string; readonly by: readonly number[] };
export type Outcome = 'acknowledged' | 'rejected' | 'unknown';

/** The process is gone; its callers notice. */
class Gone extends Error {}

const generation = { schema: 'counters_1_1', generation: 1, position: null, releases: 0 };
/** How often a caller retries a command with an unknown outcome. */
const tries = 8;
const restarts = 8;

/**
 * Command handlers and followers over one log and one set of rows, all in processes that may crash at any step.
 *
 * @param turn resolves when it is a step's turn; the scheduler chooses the order
 * @param nextFault asked at each step
 */
export const unreliableWorld = (turn: (step: string) => Promise<void>, nextFault: () => Fault) => {
  const log = memoryEventStore();
  const rows = memoryRows();

  /** A process: after its end, nothing that it awaits ever resolves. */
  const startProcess = () => {
    const end = Promise.withResolvers<never>();
    end.promise.catch(() => undefined);
    let isGone = false;
    const step = async (name: string): Promise<Fault> => {
      await turn(name);
      const fault = nextFault();
      if (fault === 'crash') {
        isGone = true;
        end.reject(new Gone());
      }
      if (isGone) await new Promise(() => undefined);
      return fault;
    };
    /** A call has a step before it and one after it; a call whose answer is lost has taken effect. */
    const call = async <T>(name: string, carryOut: () => Promise<T>): Promise<T> => {
      if ((await step(`before ${name}`)) === 'not sent') throw new LogUnavailable('It was not sent.');
      const answer = await carryOut();
      if ((await step(`after ${name}`)) === 'answer lost') throw new LogUnavailable('The answer was lost.');
      return answer;
    };
    return { step, call, ended: end.promise, isGone: () => isGone };
  };
  type Process = ReturnType<typeof startProcess>;

  const serving = () => {
    const { step, call, ended, isGone } = startProcess();
    const store: EventStore = {
      ...log,
      append: (...append) => call('append', () => log.append(...append)),
      readStream: async (...read) => {
        await step('read');
        return log.readStream(...read);
      },
    };
    const registry = { register: async () => void (await step('register')) };
    return { handler: commandHandler(counter, { store, registry }), ended, isGone };
  };
  const servers = [serving(), serving()];
  const server = (n: number) => {
    const index = n % servers.length;
    const running = servers[index];
    if (running && !running.isGone()) return running;
    const fresh = serving();
    servers[index] = fresh;
    return fresh;
  };

  const followIn = async ({ step, call }: Process, signal: AbortSignal): Promise<void> => {
    const storage: RowStorage = {
      load: async (...load) => {
        await step('load');
        return rows.storage.load(...load);
      },
      write: (...write) => call('write', () => rows.storage.write(...write)),
    };
    let after = rows.position();
    const known = new KnownRows();
    for await (const { events, upTo } of log.subscribe({ after, prefixes: prefixesOf(countersModel), signal })) {
      const at = { ...generation, position: after };
      const batch = { events, upTo, after };
      const { written } = await applyBatchIn(storage, countersModel, at, batch, rows.excluded(), known);
      if (written) after = upTo;
    }
  };

  return {
    log,
    rows,
    /** Sends a command until its outcome is known, alternating between servers. */
    send: async ({ stream, commandId, by }: Request, first: number): Promise<Outcome> => {
      const context = { studioId: 'studio', actor: 'a', commandId, correlationId: '', causationId: commandId };
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const { handler, ended } = server(first + attempt);
        try {
          await Promise.race([handler.execute(stream, context, count(by)), ended]);
          return 'acknowledged';
        } catch (error) {
          if (error instanceof RuleBroken) return 'rejected';
          if (!(error instanceof Gone || error instanceof Unavailable || error instanceof LogUnavailable)) throw error;
        }
      }
      return 'unknown';
    },
    /** Projects the log into the rows, restarting after every fault, as the runner does. */
    follow: async (signal: AbortSignal): Promise<void> => {
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      for (let start = 0; start < restarts && !signal.aborted; start += 1) {
        const process = startProcess();
        try {
          await Promise.race([followIn(process, signal), process.ended, stopped]);
        } catch (error) {
          if (!(error instanceof Gone || error instanceof CheckpointMoved || error instanceof LogUnavailable))
            throw error;
        }
      }
    },
  };
};
