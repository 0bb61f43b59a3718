import type { NewEvent } from '@rondo/services/platform/log/event-store.ts';
import type { LongSchedule } from './long-log.ts';

export type Append = (stream: string, expected: number | 'no_stream', events: readonly NewEvent[]) => Promise<unknown>;

/** Events a second of several writers, each with its own stream and one append at a time. */
export const rate = async (append: Append, schedules: readonly LongSchedule[], each: number, size: number) => {
  const started = performance.now();
  await Promise.all(
    schedules.map(async ({ stream, events }) => {
      for (let at = 0; at < each; at += size)
        await append(stream, at === 0 ? 'no_stream' : at - 1, events.slice(at, at + size));
    }),
  );
  return (schedules.length * each * 1000) / (performance.now() - started);
};
