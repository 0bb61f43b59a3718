import { derivedId } from '../../../platform/commands/ids.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { onStudio } from '../commands.ts';
import { changeSettings } from '../studio.ts';

const off = { familyPage: false, sendReminders: false, sendChanges: false, sendPastDue: false };

/**
 * A studio that comes from a file mails no family and opens no page until its owner turns that on here. It is done once for a file: repeating it
 * later leaves what was turned on since.
 * @param file its studio, and how many events it has
 */
export const turnFamiliesOff = async (
  services: Pick<Services, 'handlers'>,
  { studioId, events }: { readonly studioId: string; readonly events: number },
): Promise<void> => {
  const commandId = derivedId(studioId, `families off after ${events} events`);
  const context = { studioId, actor: studioId, commandId, correlationId: commandId, causationId: commandId };
  // A file may hold a part of a studio alone, without its settings.
  await onStudio(services, context, off, (state) => (state.settings ? changeSettings(off)(state) : []));
};
