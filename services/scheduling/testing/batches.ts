import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import type { ScheduleState } from '../state.ts';
import { undoBatch, type Batch } from '../undo.ts';
import { stateOf, titleOf } from './week.ts';

export type Decide = (state: ScheduleState) => readonly ScheduleEvent[];

/** A schedule's history, batch by batch. */
export class Log {
  readonly events: readonly ScheduleEvent[];
  readonly batches: readonly Batch[];
  constructor(events: readonly ScheduleEvent[], batches: readonly Batch[] = []) {
    this.events = events;
    this.batches = batches;
  }

  get state(): ScheduleState {
    return stateOf(this.events);
  }

  /** The log after a command, which is a batch of its own. */
  after(...commands: Decide[]): Log {
    const [decide, ...others] = commands;
    if (!decide) return this;
    const before = this.state;
    const own = decide(before);
    const events = [...this.events, ...own];
    const batch = {
      batchId: `batch ${this.batches.length}`,
      before,
      after: stateOf(events),
      lastRevision: events.length - 1,
      events: own,
    };
    return new Log(events, [...this.batches, batch]).after(...others);
  }

  /** The newest batch. */
  get last(): Batch {
    const batch = this.batches.at(-1);
    if (!batch) throw new Error('Nothing has happened yet.');
    return batch;
  }
}

/** Undoes a batch; a plan that comes back stands under `reportId`. */
export const undo = (batch: Batch, reportId = 'P9'): Decide => undoBatch({ batch, reportId, titleOf });
