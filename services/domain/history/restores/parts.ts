import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';

/** Far below what any engine accepts in one append, with room for metadata. */
const mostBytes = 100_000;

/** The first events that fit into one append; at least one. */
export const asManyAsFit = (events: readonly ScheduleEvent[]): ScheduleEvent[] => {
  let bytes = 0;
  const tooFar = events.findIndex((event, i) => {
    bytes += 500 + Buffer.byteLength(JSON.stringify(event.data));
    return i > 0 && bytes > mostBytes;
  });
  return tooFar < 0 ? [...events] : events.slice(0, tooFar);
};
