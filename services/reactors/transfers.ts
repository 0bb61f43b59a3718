import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { CommandContext } from '../commands/aggregate.ts';
import { derivedId } from '../commands/ids.ts';
import type { Schedules } from '../scheduling/schedules.ts';
import { adoptMissed, releaseLesson } from '../scheduling/transfer.ts';

const read = eventReader(scheduleEvents);
const teacherOf = (stream: string): string => stream.slice(stream.indexOf('.') + 1);

const concerned = new Set(['LessonTakenOver', 'LessonReleased']);

const contextFor = (event: SourceEvent, reason: string): CommandContext => ({
  studioId: event.metadata.studioId,
  actor: 'transfers',
  commandId: derivedId(event.eventId, reason),
  correlationId: event.metadata.correlationId,
  causationId: event.eventId,
  batchId: event.metadata.batchId,
});

/**
 * A lesson that was taken over is released where it came from, and what changed there meanwhile is sent on. Command ids derive from the
 * event: killed anywhere and run again, each has one effect.
 */
export const transfersReactor = ({ schedules }: { schedules: Schedules }): ReadModel => ({
  name: 'transfers',
  version: 1,
  categories: ['schedule'],
  tables: [],
  on: ({ type }) => (concerned.has(type) ? { reads: [], changes: () => [] } : null),
  react: async (recorded) => {
    const { studioId } = recorded.metadata;
    const event = read(recorded);
    if (event.type === 'LessonTakenOver') {
      const { lesson, from, leaves, validTo, seen } = event.data;
      const release = { leaves, validTo, seen, takenAs: lesson.lessonId, to: teacherOf(recorded.stream) };
      await schedules.execute(studioId, from, contextFor(recorded, 'release'), {
        input: release,
        decide: releaseLesson(release),
      });
    }
    if (event.type === 'LessonReleased' && event.data.missed.length > 0) {
      const { to, takenAs, missed } = event.data;
      await schedules.execute(studioId, to, contextFor(recorded, 'send on'), {
        input: { takenAs, missed },
        decide: adoptMissed({ takenAs, missed }),
      });
    }
  },
});
