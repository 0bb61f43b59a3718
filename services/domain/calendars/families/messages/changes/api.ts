import { mailSenderMissing, sendChanges } from '@rondo/contracts/api/calendars/messages.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { stoppedAddresses } from '@rondo/projections/messages/queries.ts';
import { answeredAll } from '../../../../../platform/http/answer.ts';
import { route, type Route } from '../../../../../platform/http/route.ts';
import { RuleBroken } from '../../../../../platform/kit/errors.ts';
import type { Services } from '../../../../../platform/kit/services.ts';
import { refuseFuture } from '../../../../../platform/models/moments/as-of.ts';
import { familiesOf } from '../../recipients.ts';
import { queueClicked } from '../clicked.ts';
import type { DeliveryServices } from '../queueing.ts';
import { wantsNoMail } from '../stops/stops.ts';
import { familiesToTell, mailOfChanges } from './changes.ts';

/** Mails families what has changed, on a click. */
export const changeMailRoutes = (services: Services & Pick<DeliveryServices, 'rooms'>): Route[] => [
  route(sendChanges, async ({ body: { familyIds, until } }, context) => {
    const { actor, command } = context;
    const { studioId } = actor;
    refuseFuture(services, until, 'until');
    if ((await services.settingsOf(studioId)).settings.studioName === null) throw new RuleBroken(mailSenderMissing);
    const [{ families }, all, stopped] = await Promise.all([
      familiesToTell(services, services.rooms, studioId, null),
      familiesOf(services, studioId),
      stoppedAddresses(messagesModel.read(services.models), studioId),
    ]);
    const known = new Set(all.map(({ id }) => id));
    const byId = new Map(families.map((one) => [one.family.id, one]));
    const wantsNone = (email: string | null): boolean => stopped.get(email?.toLowerCase() ?? '')?.has('all') === true;
    const failed = new Map<string, string>();
    const messages = [...new Set(familyIds)].flatMap((id) => {
      const one = byId.get(id);
      if (!known.has(id)) failed.set(id, 'There is no such family.');
      // Who knows everything needs no mail: so a repeated call answers the same.
      if (!one) return [];
      if (one.last > until) {
        failed.set(id, 'Something has changed since you looked. Please look again.');
        return [];
      }
      const mail = mailOfChanges(studioId, one, {
        dueAt: services.now(),
        clickedBy: command.commandId,
        whyUnreached: (email) => {
          if (email === null || email === '') return 'No email address.';
          return wantsNone(email) ? 'Wants no mail.' : null;
        },
      });
      if (mail.messages.length > 0) return mail.messages;
      const silent = one.family.recipients.find(({ email }) => wantsNone(email));
      failed.set(id, silent ? wantsNoMail(silent.name) : `${one.family.name} has no email address.`);
      return [];
    });
    const { executed, refused } = await queueClicked(services, context, messages);
    for (const { message } of messages) {
      const refusal = refused.get(message.messageId);
      const family = families.find(({ students }) => message.studentIds.includes(students[0]?.studentId ?? ''))?.family;
      if (refusal !== undefined && family) failed.set(family.id, refusal);
    }
    return answeredAll(services, context, executed, {
      done: [...new Set(familyIds)].filter((id) => !failed.has(id)),
      failed: [...failed].map(([id, message]) => ({ id, message })),
    });
  }),
];
