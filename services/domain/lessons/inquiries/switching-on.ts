import { mailSenderMissing, noMailServer } from '@rondo/contracts/api/calendars/messages.ts';
import type { SettingsChanges, StudioSettings } from '@rondo/contracts/events/studio.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { isOwnHost } from '../../../platform/kit/own-host.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { refuseMail } from '../../accounts/mails/mails-to-others.ts';
import { isGuestStudio } from '../../accounts/users.ts';
import { takeSlug } from './slugs.ts';

type SwitchServices = Pick<
  Services,
  'db' | 'settings' | 'mailer' | 'waitingMails' | 'address' | 'now' | 'settingsOf' | 'models'
>;

/**
 * Makes sure that a studio may have the form that its settings are to name, and that the address is its own.
 * @throws RuleBroken, Forbidden, NotFound
 */
export const prepareForm = async (
  services: SwitchServices,
  studioId: string,
  before: StudioSettings | null | undefined,
  after: SettingsChanges,
): Promise<void> => {
  const form = after.askForm;
  if (!form) return;
  if (!before?.askForm) {
    const name = after.studioName === undefined ? before?.studioName : after.studioName;
    if (!services.mailer.sends) throw new RuleBroken(noMailServer);
    if ((name ?? null) === null) throw new RuleBroken(mailSenderMissing);
    const address = new URL(services.address());
    if (address.protocol !== 'https:' && !isOwnHost(address.hostname))
      throw new RuleBroken('The question form needs https: set PUBLIC_URL to this server’s https address.');
    await refuseMail(services, { studioId, userId: studioId, isGuest: await isGuestStudio(services, studioId) });
  }
  const there = new Set(
    (await listTeachers(teachersModel.read(services.models), studioId)).map(({ teacher_id }) => teacher_id),
  );
  const chosen = form.teacherIds.filter((id) => before?.askForm?.teacherIds.includes(id) !== true);
  if (chosen.some((id) => !there.has(id))) throw new NotFound('There is no such teacher.');
  await takeSlug(services, studioId, form.slug);
};
