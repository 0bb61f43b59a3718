import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import { derivedId } from '../../../../../platform/commands/ids.ts';
import type { Services } from '../../../../../platform/kit/services.ts';
import { onStudio } from '../../../../studio/commands.ts';
import { tellFamilies } from '../../../../studio/studio.ts';

/** Records what mail has told one family. */
export const tell = async (
  services: Pick<Services, 'handlers'>,
  studioId: string,
  {
    studentIds,
    until,
    batchId,
  }: { readonly studentIds: readonly string[]; readonly until: Instant; readonly batchId: string },
): Promise<void> => {
  const commandId = derivedId(batchId, `told ${until} ${studentIds.toSorted().join(' ')}`);
  const context = {
    studioId,
    actor: 'messages',
    commandId,
    correlationId: batchId,
    causationId: batchId,
    batchId,
    passesFences: true,
  };
  const news = { studentIds, until };
  await onStudio(
    services,
    context,
    news,
    tellFamilies(news, () => studioId),
  );
};
