import {
  confirmTestMail,
  getMessagesSetup,
  mailSenderMissing,
  noMailServer,
  sendTestMail,
  type MessagesSetup,
} from '@rondo/contracts/api/calendars/messages.ts';
import { confirmationTexts } from '@rondo/contracts/api/account/email-confirmation.ts';
import type { Actor } from '../../../../platform/http/callers/actor.ts';
import { route, type Route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { isConfirmed } from '../../../accounts/mails/confirmations.ts';
import { confirmTestMail as confirm, sendTestMail as send, testMailOf } from '../../../accounts/mails/test-mails.ts';

type SetupServices = Pick<Services, 'db' | 'settings' | 'settingsOf' | 'mailer' | 'waitingMails' | 'address' | 'now'>;

/** Who mail to families comes from, and where answers to it go. */
const senderOf = async ({ settingsOf, mailer }: SetupServices, studioId: string) => {
  const { studioName, studioEmail } = (await settingsOf(studioId)).settings;
  return { name: studioName, from: `${studioName ?? 'Rondo'} <${mailer.from}>`, replyTo: studioEmail };
};

const setupOf = async (
  services: SetupServices,
  { userId, studioId, isGuest }: Pick<Actor, 'userId' | 'studioId' | 'isGuest'>,
): Promise<MessagesSetup> => {
  const { mailer, settings } = services;
  const [{ name, from, replyTo }, test, confirmed] = await Promise.all([
    senderOf(services, studioId),
    testMailOf(services, userId),
    isConfirmed(services, userId),
  ]);
  const publicUrl = settings.PUBLIC_URL ?? null;
  const problems = [
    mailer.sends ? null : noMailServer,
    isGuest ? confirmationTexts.guest : null,
    name === null ? mailSenderMissing : null,
    !isGuest && mailer.sends && !confirmed
      ? 'Your email address is not confirmed. Send yourself a test mail and enter its code.'
      : null,
    replyTo === null ? 'Answers go nowhere: enter your studio’s email address in Settings.' : null,
    mailer.sends && publicUrl?.startsWith('https:') !== true
      ? 'Mail has no links: set PUBLIC_URL to this server’s https address.'
      : null,
  ].filter((problem) => problem !== null);
  return { sends: mailer.sends, from, replyTo, publicUrl, test, problems };
};

/** How this server mails families, and the mail that shows that it arrives. */
export const messageSetupRoutes = (services: SetupServices): Route[] => [
  route(getMessagesSetup, (_, { actor }) => setupOf(services, actor)),
  route(sendTestMail, async (_, { actor }) => {
    await send(services, actor.userId, await senderOf(services, actor.studioId));
    return setupOf(services, actor);
  }),
  route(confirmTestMail, async ({ body: { code } }, { actor }) => {
    await confirm(services, actor.userId, code);
    return setupOf(services, actor);
  }),
];
