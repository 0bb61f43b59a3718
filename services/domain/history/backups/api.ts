import { createBackup, deleteBackup as deleteBackupCall, listBackups } from '@rondo/contracts/api/backups.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { backupEvents } from '@rondo/contracts/events/backups.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import { answerFrom, withBatch } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { deleteBackup, takeBackup, type BackupsHandler } from './backup-stream.ts';
import type { Backup, BackupListDependencies, BackupLists } from './backups.ts';
import { countsAt, type Counts } from './counts.ts';

export type BackupRouteDependencies = Omit<BackupListDependencies, 'inTurn'> & {
  readonly backups: BackupLists;
  readonly handler: BackupsHandler;
  /** The position of the newest event in the log. */
  readonly head: () => Promise<Position | null>;
  /** Epoch milliseconds. */
  readonly latest: () => number;
};

/** Backups: names of moments. */
export const backupRoutes = ({
  backups,
  handler,
  models,
  moments,
  clock,
  head,
  latest,
}: BackupRouteDependencies): Route[] => {
  const view = (userId: string, { position: _, ...backup }: Backup & { readonly counts: Counts }) => ({
    ...backup,
    userId,
  });

  const countsNow = async (studioId: string): Promise<Counts> => {
    const position = await head();
    const now = instantAt(latest());
    const moment = moments.momentOf(studioId, position === null ? { instant: now } : { position });
    return countsAt(moment, (await clock.todayAt(moment, now)).today);
  };

  const listed = async (studioId: string, backupId: string) =>
    (await backups.list(studioId)).find(({ id }) => id === backupId);

  return [
    route(listBackups, async (_, { actor: { studioId, userId } }) =>
      (await backups.list(studioId)).map((backup) => view(userId, backup)),
    ),
    route(createBackup, async ({ body: { name, description } }, context) => {
      const { command, actor } = context;
      const { studioId, userId } = actor;
      const backupId = derivedId(command.commandId, 'backup');
      const counts = await countsNow(studioId);
      const executed = await handler.execute(streamName(backupEvents, studioId), command, {
        input: { name, description },
        decide: takeBackup({ backupId, name, description: description || null, counts }),
      });
      return answerFrom(context, models, {
        executed,
        id: backupId,
        read: async () => {
          const backup = await listed(studioId, backupId);
          return backup && view(userId, backup);
        },
      });
    }),
    route(deleteBackupCall, async ({ params: { id } }, context) => {
      const { command, actor, endpoint } = context;
      const stream = streamName(backupEvents, actor.studioId);
      const known = await handler.known(stream, command, { delete: id });
      if (!known && !(await backups.find(actor.studioId, id))) throw new NotFound('There is no such backup.');
      const executed = await handler.execute(stream, command, { input: { delete: id }, decide: deleteBackup(id) });
      await models.shown(executed, endpoint);
      return withBatch(executed.batchId, { success: true });
    }),
  ];
};
