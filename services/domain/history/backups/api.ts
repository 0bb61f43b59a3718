import { createBackup, deleteBackup as deleteBackupCall, listBackups } from '@rondo/contracts/api/history/backups.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { answered, withBatch } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { backupStream, deleteBackup, takeBackup } from './state.ts';
import { allBackups, findBackup, type Backup } from './backups.ts';
import { countsNow, type Counts, type Counting } from './counts.ts';

const view = (userId: string, { position: _, ...backup }: Backup & { readonly counts: Counts }) => ({
  ...backup,
  userId,
});

/** Backups: names of moments. */
export const backupRoutes = (services: Counting & Pick<Services, 'models' | 'handlers'>): Route[] => [
  route(listBackups, async (_, { actor: { studioId, userId } }) =>
    (await allBackups(services, studioId)).map((backup) => view(userId, backup)),
  ),
  route(createBackup, async ({ body: { name, description } }, context) => {
    const { command, actor } = context;
    const { studioId, userId } = actor;
    const backupId = derivedId(command.commandId, 'backup');
    const counts = await countsNow(services, studioId);
    const executed = await services.handlers.backups.execute(backupStream(studioId), command, {
      input: { name, description },
      decide: takeBackup({ backupId, name, description: description || null, counts }),
    });
    return answered(services, context, {
      executed,
      id: backupId,
      read: async () => {
        const backup = (await allBackups(services, studioId)).find(({ id }) => id === backupId);
        return backup && view(userId, backup);
      },
    });
  }),
  route(deleteBackupCall, async ({ params: { id } }, context) => {
    const { command, actor, endpoint } = context;
    const { backups } = services.handlers;
    const stream = backupStream(actor.studioId);
    const known = await backups.known(stream, command, { delete: id });
    if (!known && !(await findBackup(services, actor.studioId, id))) throw new NotFound('There is no such backup.');
    const executed = await backups.execute(stream, command, { input: { delete: id }, decide: deleteBackup(id) });
    await services.models.isVisible(executed, endpoint);
    return withBatch(executed.batchId, { success: true });
  }),
];
