import { historyModel } from '@rondo/projections/history/project.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { heldCauses } from '@rondo/projections/messages/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { derivedId } from '../../../../../platform/commands/ids.ts';
import type { DeliveryServices } from '../queueing.ts';
import { isQuiet } from '../due.ts';
import { isReady, queueAll } from '../queueing.ts';
import { hold, messagesStream, release } from '../state.ts';
import type { Switches } from '../switches.ts';
import { changesUnderWay, familiesToTell } from './changes.ts';
import { tell } from './tell.ts';

/** When a studio was looked at: the end of the log then, and until when nothing is due unless the log grows. */
export type Looked = { readonly head: string | null; readonly until: number };

const models = [studiosModel, messagesModel, historyModel, lessonsModel, householdsModel, timeoffModel];

/** Records in the studio's own stream what holds mail, and what no longer does. */
const record = async (
  { handlers }: Pick<DeliveryServices, 'handlers'>,
  studioId: string,
  what: string,
  decide: ReturnType<typeof hold>,
): Promise<void> => {
  const commandId = derivedId(studioId, what);
  const context = { studioId, actor: 'messages', commandId, correlationId: commandId, causationId: commandId };
  await handlers.messages.execute(messagesStream(studioId, studioId), context, { input: what, decide });
};

const endHolds = async (services: DeliveryServices, studioId: string, causes: readonly string[]): Promise<void> => {
  for (const cause of causes) await record(services, studioId, `released ${cause}`, release(cause));
};

/** Queues the mail about changes that is due, and holds what would reach many families at once. */
export const queueChanges = async (
  services: DeliveryServices,
  { studioId, changes }: Switches,
  looked: Map<string, Looked>,
): Promise<void> => {
  if (changes === null) return;
  const head = await services.store.head();
  const before = looked.get(studioId);
  if (before && before.head === head && services.now() < before.until) return;
  if (!(await isReady(services, studioId, models))) return;
  const { settings } = await services.settingsOf(studioId);
  if (!settings.sendChanges) {
    const rows = await heldCauses(messagesModel.read(services.models), studioId);
    await endHolds(
      services,
      studioId,
      rows.flatMap(({ cause, is_over: isOver }) => (isOver ? [] : [cause])),
    );
    looked.set(studioId, { head, until: Infinity });
    return;
  }
  const now = services.now();
  const { families, newHolds, ended } = await familiesToTell(services, services.rooms, studioId, changes.since);
  for (const one of newHolds) await record(services, studioId, `held ${one.cause} ${one.families}`, hold(one));
  await endHolds(services, studioId, ended);
  const { recipients, told } = await changesUnderWay(services, studioId);
  let next = Infinity;
  for (const { students, messages, dueAt, heldBy, family } of families) {
    // The process may have ended between a mail and the mark.
    const marks = students.flatMap(({ studentId, last }) => {
      const until = told.get(studentId);
      return until !== undefined && until >= last ? [{ studentId, until }] : [];
    });
    for (const { studentId, until } of marks)
      await tell(services, studioId, { studentIds: [studentId], until, batchId: derivedId(family.id, until) });
    if (marks.length === students.length || heldBy.length > 0) continue;
    if (dueAt > now || isQuiet(now, settings.timeZone)) next = Math.min(next, Math.max(dueAt, now));
    else
      await queueAll(
        services,
        studioId,
        messages.filter(({ recipientId }) => !recipients.has(recipientId)),
      );
  }
  looked.set(studioId, { head, until: next });
};
