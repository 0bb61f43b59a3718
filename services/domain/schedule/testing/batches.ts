import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { batchIn } from '../revert/past.ts';
import type { RecordedEvent } from '../schedules.ts';
import type { ScheduleState } from '../state.ts';
import { undoBatch } from '../revert/undo.ts';
import { stateOf, titleOf, today as monday } from './week.ts';

/** Decides on a schedule's state, or on its whole past as an undo does. */
export type Decide = (state: ScheduleState, past: readonly RecordedEvent[]) => readonly ScheduleEvent[];

/** One command of a history: the schedule before it, and what it appended. */
type Step = { readonly batchId: string; readonly before: ScheduleState; readonly events: readonly ScheduleEvent[] };

/** A schedule's history, batch by batch, each on a day. */
export class Log {
  readonly past: readonly RecordedEvent[];
  readonly steps: readonly Step[];
  readonly day: IsoDate;
  constructor(past: readonly RecordedEvent[], steps: readonly Step[] = [], day = monday) {
    this.past = past;
    this.steps = steps;
    this.day = day;
  }

  static of(events: readonly ScheduleEvent[]): Log {
    return new Log(
      events.map((event, revision) => ({ event, revision, batchId: 'earlier', recordedAt: '2026-09-01' })),
    );
  }

  get events(): ScheduleEvent[] {
    return this.past.map(({ event }) => event);
  }

  get state(): ScheduleState {
    return stateOf(this.events);
  }

  /** The same history on a later day. */
  on(day: IsoDate): Log {
    return new Log(this.past, this.steps, day);
  }

  /** The log after commands, each a batch of its own. */
  after(...commands: Decide[]): Log {
    const [decide, ...others] = commands;
    if (!decide) return this;
    const batchId = `batch ${this.steps.length}`;
    const before = this.state;
    const events = decide(before, this.past);
    const recorded = events.map((event, i) => ({
      event,
      batchId,
      revision: this.past.length + i,
      recordedAt: this.day,
    }));
    const steps = [...this.steps, { batchId, before, events }];
    return new Log([...this.past, ...recorded], steps, this.day).after(...others);
  }

  /** The newest batch. */
  get last(): Step {
    const step = this.steps.at(-1);
    if (!step) throw new Error('Nothing has happened yet.');
    return step;
  }
}

/** Undoes a batch on a day; a restored plan has `reportId`. */
export const undo =
  ({ batchId }: Pick<Step, 'batchId'>, reportId = 'P9', today = monday): Decide =>
  (state, past) =>
    undoBatch({
      batch: batchIn(past, batchId, (day) => day),
      today,
      at: `${today}T00:00:00.000000Z`,
      reportId,
      newIdOf: (lessonId) => `${lessonId} rest of ${past.length}`,
      titleOf,
    })(state);
