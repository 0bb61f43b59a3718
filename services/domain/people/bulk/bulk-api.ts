import {
  assignRandomAvailability,
  assignStandardAvailability,
  clearStudentAvailability,
  clearTeacherAvailability,
  createAssignments,
  deleteStudents,
  deleteTeachers,
} from '@rondo/contracts/api/bulk.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { StudioClock } from '../../studio/clock.ts';
import type { StudioSizes } from '../../../platform/commands/studio-sizes.ts';
import { bulkCommands } from './bulk.ts';
import type { Roster } from '../roster.ts';

export type BulkRouteDependencies = {
  readonly roster: Roster;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly sizes: StudioSizes;
  readonly head: () => Promise<Position | null>;
};

/** Actions on several students or teachers at once. */
export const bulkRoutes = ({ roster, models, clock, sizes, head }: BulkRouteDependencies): Route[] => {
  const bulk = bulkCommands({ roster, clock, teachersOfStudent: sizes.teachersOfStudent });

  /** Names the batch and waits until the call's lists show it; if they do not in time, the next reads wait for them. */
  const shown = async (
    { endpoint, response }: RequestContext<UpdatingEndpoint>,
    done: readonly Executed<EventCategory>[],
  ): Promise<void> => {
    const batch = done.find(({ batchId }) => batchId !== null)?.batchId;
    if (!batch) return;
    response.set('Rondo-Batch', batch);
    const position = await head();
    if (position === null) return;
    const { waitsFor = [] } = endpoint;
    if (!(await models.settled(position, { ...endpoint, waitsFor }))) response.set('Rondo-Position', position);
  };

  return [
    route(deleteStudents, async ({ body: { studentIds } }, context) => {
      await shown(context, await bulk.removeStudents(context.command, studentIds));
      return { success: true, deletedCount: studentIds.length };
    }),
    route(assignRandomAvailability, async ({ body: { studentIds } }, context) => {
      await shown(context, await bulk.setStudentAvailability(context.command, studentIds, 'random'));
      return { success: true, updatedCount: studentIds.length };
    }),
    route(assignStandardAvailability, async ({ body: { studentIds } }, context) => {
      await shown(context, await bulk.setStudentAvailability(context.command, studentIds, 'standard'));
      return { success: true, updatedCount: studentIds.length };
    }),
    route(clearStudentAvailability, async ({ body: { studentIds } }, context) => {
      await shown(context, await bulk.setStudentAvailability(context.command, studentIds, 'none'));
      return { success: true, clearedCount: studentIds.length };
    }),
    route(createAssignments, async ({ body }, context) => {
      await shown(context, await bulk.assignTeachers(context.command, body));
      return { success: true, updatedCount: body.studentIds.length };
    }),
    route(deleteTeachers, async ({ body: { teacherIds } }, context) => {
      await shown(context, await bulk.removeTeachers(context.command, teacherIds));
      return { success: true, deletedCount: teacherIds.length };
    }),
    route(clearTeacherAvailability, async ({ body: { teacherIds } }, context) => {
      await shown(context, await bulk.clearTeacherAvailability(context.command, teacherIds));
      return { success: true, clearedCount: teacherIds.length };
    }),
  ];
};
