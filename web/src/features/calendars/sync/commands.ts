import { useIsMutating } from '@tanstack/react-query';
import { commandAnswered } from '../../../api/client.ts';
import { useAction, useCommand } from '../../../api/commands/command.ts';
import { counted } from '../../../lib/texts.ts';
import { toast, type Toast } from '../../../ui/overlays/toast.tsx';

type Failures = readonly { readonly teacherId: string; readonly detail: string }[];

/** Names by teacher id, to say whose feed failed. */
export type TeacherNames = ReadonlyMap<string, string>;

const failureText = (failed: Failures, names: TeacherNames): string =>
  failed.map(({ teacherId, detail }) => `${names.get(teacherId) ?? 'A teacher'}: ${detail}`).join(' ');

/** How long a toast is shown that says more than one sentence. */
const longEnough = 10_000;

/** What a sync did, and which feeds it left out. */
const outcome = (
  texts: { readonly title: string; readonly description: string; readonly failedTitle: string },
  failed: Failures,
  names: TeacherNames,
  isChanged: boolean,
): Toast => {
  const { title, description, failedTitle } = texts;
  if (failed.length === 0) return { title, description };
  const failures = failureText(failed, names);
  return isChanged
    ? { title, description: `${description} ${failures}`, duration: longEnough }
    : { title: failedTitle, description: failures, tone: 'destructive', duration: longEnough };
};

export const useSyncStatuses = (names: TeacherNames) =>
  useAction(() => commandAnswered('POST /api/calendar/sync-cancellations', {}), {
    done: ({ updatedCount, failed }, _, batches) => {
      const description =
        updatedCount === 0
          ? 'Every lesson already had the status of the calendar.'
          : `${counted(updatedCount, 'lesson')} updated.`;
      const texts = { title: 'Calendar synchronized', description, failedTitle: 'Sync failed' };
      return outcome(texts, failed, names, batches.length > 0);
    },
    failed: 'Sync failed',
    changesAll: true,
  });

const replacing = ['replace appointments'] as const;

export const useIsReplacing = (): boolean => useIsMutating({ mutationKey: replacing }) > 0;

const replacedText = (imported: number, removed: number): string =>
  [
    `${counted(imported, 'appointment')} imported`,
    ...(removed > 0 ? [`${counted(removed, 'appointment')} removed`] : []),
  ].join(', ');

/** Replaces the imported rows. It runs in the background, and reports its end on any page. */
export const useReplaceAppointments = (names: TeacherNames) =>
  useAction(
    async () => {
      toast({
        title: 'Replacing appointments',
        description: 'This runs in the background. You can continue to work.',
        tone: 'neutral',
        duration: 5000,
      });
      return commandAnswered('POST /api/calendar/replace-all-appointments', {});
    },
    {
      done: ({ importedCount, removedCount, failed }, _, batches) => {
        const description = `${replacedText(importedCount, removedCount)}.`;
        const texts = { title: 'Appointments replaced', description, failedTitle: 'Import failed' };
        return outcome(texts, failed, names, batches.length > 0);
      },
      failed: 'Import failed',
      changesAll: true,
    },
    { key: replacing },
  );

/** Links a title in a feed to a student, or forgets the link, and compares again. */
export const useTieName = () =>
  useCommand('PUT /api/calendar/names', {
    done: (_, { body }) => (body.studentId === null ? 'Link removed' : 'Name linked'),
    failed: 'Error',
  });

export const useSetAutoSync = () =>
  useCommand('PATCH /api/calendar/sync-state/:id', {
    done: (_, { body }) => (body.syncEnabled ? 'Auto-sync is on' : 'Auto-sync is off'),
    failed: 'Error',
  });
