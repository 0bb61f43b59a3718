import { useIsMutating, useMutation } from '@tanstack/react-query';
import { commandAnswered } from '../../../api/client.ts';
import { invalidate, keyOf, queryClient } from '../../../api/queries.ts';
import { counted } from '../../../lib/texts.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { announce, studioChanged } from '../../../api/commands/undo.ts';

type Failures = readonly { readonly teacherId: string; readonly detail: string }[];

/** Names by teacher id, to say whose feed failed. */
export type TeacherNames = ReadonlyMap<string, string>;

const failureText = (failed: Failures, names: TeacherNames): string =>
  failed.map(({ teacherId, detail }) => `${names.get(teacherId) ?? 'A teacher'}: ${detail}`).join(' ');

/** How long a toast is shown that says more than one sentence. */
const longEnough = 10_000;

/** Reports what a sync did, and which feeds it left out. */
const report = (
  said: { readonly title: string; readonly description: string; readonly failedTitle: string },
  failed: Failures,
  names: TeacherNames,
  batchId: string | null,
): void => {
  if (failed.length > 0 && batchId === null)
    toast({
      title: said.failedTitle,
      description: failureText(failed, names),
      tone: 'destructive',
      duration: longEnough,
    });
  else if (failed.length > 0)
    announce(
      { title: said.title, description: `${said.description} ${failureText(failed, names)}`, duration: longEnough },
      batchId,
    );
  else announce({ title: said.title, description: said.description }, batchId);
};

/** Cancels and restores lessons as the feeds say. */
export const useSyncStatuses = (names: TeacherNames) =>
  useMutation({
    mutationFn: () => commandAnswered('POST /api/calendar/sync-cancellations', {}),
    onSuccess: async ({ answer: { updatedCount, failed }, batchId }) => {
      await studioChanged();
      const description =
        updatedCount === 0
          ? 'Every lesson already had the status of the calendar.'
          : `${counted(updatedCount, 'lesson')} updated.`;
      report({ title: 'Calendar synchronized', description, failedTitle: 'Sync failed' }, failed, names, batchId);
    },
    onError: ({ message }) => toast({ title: 'Sync failed', description: message, tone: 'destructive' }),
  });

const replacing = ['replace appointments'] as const;

/** Whether a replacement is running. */
export const useIsReplacing = (): boolean => useIsMutating({ mutationKey: replacing }) > 0;

const replacedText = (imported: number, removed: number): string =>
  [
    `${counted(imported, 'appointment')} imported`,
    ...(removed > 0 ? [`${counted(removed, 'appointment')} removed`] : []),
  ].join(', ');

/** Replaces the imported rows. It runs in the background, and reports its end on any page. */
export const useReplaceAppointments = (names: TeacherNames) =>
  useMutation({
    mutationKey: replacing,
    mutationFn: () => commandAnswered('POST /api/calendar/replace-all-appointments', {}),
    onMutate: () =>
      toast({
        title: 'Replacing appointments',
        description: 'This runs in the background. You can continue to work.',
        tone: 'neutral',
        duration: 5000,
      }),
    onSuccess: async ({ answer: { importedCount, removedCount, failed }, batchId }) => {
      await studioChanged();
      const description = `${replacedText(importedCount, removedCount)}.`;
      report({ title: 'Appointments replaced', description, failedTitle: 'Import failed' }, failed, names, batchId);
    },
    onError: async ({ message }) => {
      // Appointments of one teacher may be replaced already.
      await studioChanged();
      toast({ title: 'Import failed', description: message, tone: 'destructive' });
    },
  });

type Tie = { readonly teacherId: string; readonly name: string; readonly studentId: string | null };

/** Links a title in a feed to a student, or forgets the link, and compares again. */
export const useTieName = () =>
  useMutation({
    mutationFn: (tie: Tie) => commandAnswered('PUT /api/calendar/names', { body: tie }),
    onSuccess: ({ batchId }, { studentId }) => {
      announce({ title: studentId === null ? 'Link removed' : 'Name linked' }, batchId);
      // The feeds are read again, which takes longer than the user should wait for Undo.
      void queryClient.invalidateQueries({ queryKey: keyOf('POST /api/calendar/sync-all') });
    },
    onError: ({ message }) => toast({ title: 'Error', description: message, tone: 'destructive' }),
  });

/** Turns reading a feed by itself on or off. */
export const useSetAutoSync = () =>
  useMutation({
    mutationFn: ({ teacherId, syncEnabled }: { readonly teacherId: string; readonly syncEnabled: boolean }) =>
      commandAnswered('PATCH /api/calendar/sync-state/:id', { params: { id: teacherId }, body: { syncEnabled } }),
    onSuccess: ({ batchId }, { syncEnabled }) =>
      announce({ title: syncEnabled ? 'Auto-sync is on' : 'Auto-sync is off' }, batchId),
    onError: ({ message }) => toast({ title: 'Error', description: message, tone: 'destructive' }),
    onSettled: () => invalidate('GET /api/calendar/sync-state'),
  });
