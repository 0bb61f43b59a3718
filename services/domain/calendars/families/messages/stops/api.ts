import { stopKinds } from '@rondo/contracts/events/schedule/messages.ts';
import { changeFamilyMail } from '@rondo/contracts/api/calendars/family-page.ts';
import { withBatch } from '../../../../../platform/http/answer.ts';
import { familyOf } from '../../../../../platform/http/callers/family.ts';
import { derivedId } from '../../../../../platform/commands/ids.ts';
import { route, type Route } from '../../../../../platform/http/route.ts';
import { NotFound, RuleBroken } from '../../../../../platform/kit/errors.ts';
import type { Services } from '../../../../../platform/kit/services.ts';
import { emailOf, familyOfRecipient } from '../../recipients.ts';
import { familyMail, setStop } from './stops.ts';

/** What a family changes of its own mail, on its page. */
export const familyMailRoutes = (services: Pick<Services, 'handlers' | 'models' | 'store' | 'settingsOf'>): Route[] => [
  route(changeFamilyMail, async ({ body }, { request, command, endpoint }) => {
    const { studioId, recipientId } = familyOf(request);
    const [email, family] = await Promise.all([
      emailOf(services, studioId, recipientId),
      familyOfRecipient(services, studioId, recipientId),
    ]);
    if (email === null) throw new RuleBroken('Your teacher has no email address of yours.');
    for (const kind of stopKinds) {
      const isOn = body[kind];
      if (isOn === undefined) continue;
      const own = { ...command, commandId: derivedId(command.commandId, kind), batchId: command.commandId };
      const executed = await setStop(services, own, { recipientId, email, kind, stop: !isOn });
      await services.models.isVisible(executed, endpoint);
    }
    const mail = family && (await familyMail(services, { studioId, recipientId, gets: family.recipient.gets }));
    if (!mail) throw new NotFound('This is no longer on your page.');
    return withBatch(null, mail);
  }),
];
