import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';

const read = eventReader(teacherEvents);
const comesOrGoes = new Set(['TeacherRegistered', 'TeacherReinstated', 'TeacherRemoved']);

export const teacherStream = (studioId: string, teacherId: string): string =>
  streamName(teacherEvents, studioId, teacherId);

/**
 * Why the schedule of a removed teacher is not restored: restoring one schedule brings nobody back, and lessons need their teacher. Null for a
 * teacher who is there.
 * @param events of the teacher
 */
export const whyRemoved = (events: readonly SourceEvent[]): string | null => {
  const recorded = events.findLast(({ type }) => comesOrGoes.has(type));
  const last = recorded && read(recorded);
  if (last?.type !== 'TeacherRemoved') return null;
  return `${last.data.name} has been removed. Restore the whole studio to bring back the teacher and the lessons.`;
};
