import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Schedules } from '../schedule/schedules.ts';
import { adoptMissed, releaseLesson } from '../schedule/edit/transfer.ts';

const read = eventReader(scheduleEvents);

const concerned = new Set(['LessonTakenOver', 'LessonReleased']);

const contextFor = (event: SourceEvent, reason: string): CommandContext => ({
  studioId: event.metadata.studioId,
  actor: 'transfers',
  commandId: derivedId(event.eventId, reason),
  correlationId: event.metadata.correlationId,
  causationId: event.eventId,
  batchId: event.metadata.batchId,
  passesFences: true,
});

/**
 * Releases a lesson that was taken over from its former schedule, and sends on what changed there in between. Command ids derive from the
 * event, so that a killed run can be repeated with one effect.
 */
export const transfersReactor = ({ schedules }: { schedules: Schedules }): Reactor<'transfers'> => {
  type Taken = { from: string; leaves: string; seen: number; to: string; takenAs: string };

  /**
   * Checked in the log, in addition to the schedule's memory of commands: a lesson released twice would look as if it had been deleted in
   * between.
   */
  const isReleased = async (studioId: string, { from, leaves, seen, to, takenAs }: Taken): Promise<boolean> => {
    const past = await schedules.past(studioId, from);
    return past.some(
      ({ event, revision: at }) =>
        at > seen &&
        event.type === 'LessonReleased' &&
        event.data.lessonId === leaves &&
        event.data.takenAs === takenAs &&
        event.data.to === to,
    );
  };

  return {
    name: 'transfers',
    version: 1,
    categories: ['schedule'],
    tables: [],
    on: ({ type }) => (concerned.has(type) ? { reads: [], changes: () => [] } : null),
    react: async (recorded) => {
      const { studioId } = recorded.metadata;
      const event = read(recorded);
      if (event.type === 'LessonTakenOver') {
        const { lesson, occurrences, from, leaves, validTo, seen } = event.data;
        const to = entityOf(recorded.stream);
        const takenAs = lesson.lessonId;
        if (await isReleased(studioId, { from, leaves, seen, to, takenAs })) return;
        const brought = occurrences.map(({ lessonId }) => lessonId);
        const release = { leaves, validTo, seen, takenAs, to, brought };
        await schedules.execute(studioId, from, contextFor(recorded, 'release'), {
          input: { leaves, validTo, seen, takenAs, to },
          decide: releaseLesson(release),
        });
      }
      if (event.type === 'LessonReleased') {
        const { to, takenAs, lessonId: leaves, missed, deleted } = event.data;
        if (missed.length === 0 && deleted.length === 0) return;
        await schedules.execute(studioId, to, contextFor(recorded, 'send on'), {
          input: deleted.length === 0 ? { takenAs, missed } : { takenAs, missed, deleted },
          decide: adoptMissed({ takenAs, leaves, missed, deleted }),
        });
      }
    },
  };
};
