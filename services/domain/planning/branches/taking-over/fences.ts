import type { Branch, MadeChange } from '@rondo/contracts/events/branches/branch.ts';
import { isFence } from '@rondo/contracts/events/fence.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { parseStreamName, streamName } from '@rondo/contracts/events/stream-name.ts';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { CommandContext } from '../../../../platform/commands/aggregate.ts';
import { liftedFence, liftFence } from '../../../../platform/commands/fences.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { studentStream, teacherStream } from '../../../people/roster.ts';

type Fencing = Pick<Services, 'handlers' | 'store'>;

/** The streams that a change of a branch changes. */
const streamsOfChange = (studioId: string, { change }: MadeChange): string[] => {
  switch (change.kind) {
    case 'studentHours':
    case 'teachers':
      return [studentStream(studioId, change.studentId)];
    case 'length':
      return change.studentIds.map((studentId) => studentStream(studioId, studentId));
    case 'teacherHours':
    case 'home':
      return [teacherStream(studioId, change.teacherId)];
    case 'pin':
      return [streamName(scheduleEvents, studioId, change.teacherId)];
    case 'joins':
    case 'leaves':
      return [];
  }
};

type Concerned = { readonly studioId: string; readonly branch: Branch; readonly teacherIds: readonly string[] };

/** Every stream of the studio that a branch changes when it is taken over; those that begin with it are not there yet, and no one else knows them. */
export const streamsOf = async (
  { store }: Fencing,
  { studioId, branch, teacherIds }: Concerned,
): Promise<readonly string[]> => {
  const streams = new Set([
    ...branch.changes.flatMap((change) => streamsOfChange(studioId, change)),
    ...teacherIds.map((teacherId) => streamName(scheduleEvents, studioId, teacherId)),
  ]);
  const begun: string[] = [];
  for (const stream of streams) if ((await store.readStream(stream, { limit: 1 })).length > 0) begun.push(stream);
  return begun;
};

/** Keeps every other command out of a stream. */
export const fence = ({ handlers }: Fencing, stream: string, context: CommandContext, id: string): Promise<void> => {
  switch (parseStreamName(stream).category) {
    case 'student':
      return handlers.student.fence(stream, context, id, 'branch');
    case 'teacher':
      return handlers.teacher.fence(stream, context, id, 'branch');
    default:
      return handlers.schedule.fence(stream, context, id, 'branch');
  }
};

/** Whether an earlier attempt got as far as letting others in again. */
export const isLifted = async ({ store }: Fencing, streams: readonly string[], id: string): Promise<boolean> => {
  for (const stream of streams) if (await liftedFence(store, stream, id)) return true;
  return false;
};

/** Lets every other command in again. */
export const liftAll = async ({ store }: Fencing, streams: readonly string[], context: CommandContext, id: string) => {
  for (const stream of streams) await liftFence(store, stream, context, { restoreId: id, detail: null });
};

const page = 20;

type Since = { readonly instant: string; readonly batchId: string };

/** Whether others than a batch have changed a stream since an instant. */
const isChanged = async ({ store }: Fencing, stream: string, { instant, batchId }: Since): Promise<boolean> => {
  for (let from: number | undefined; ;) {
    const events = await store.readStream(stream, {
      direction: 'backwards',
      limit: page,
      ...(from === undefined ? {} : { from }),
    });
    for (const event of events) {
      if (recordedAtOf(event) < instant) return false;
      if (!isFence(event) && event.metadata.batchId !== batchId) return true;
    }
    const oldest = events.at(-1);
    if (!oldest || oldest.revision === 0) return false;
    from = oldest.revision - 1;
  }
};

/** Whether others than a batch have changed one of the streams since an instant. */
export const isAnyChanged = async (services: Fencing, streams: readonly string[], since: Since): Promise<boolean> => {
  for (const stream of streams) if (await isChanged(services, stream, since)) return true;
  return false;
};
