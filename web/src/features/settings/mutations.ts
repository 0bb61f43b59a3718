import type { Settings, settingsChange } from '@rondo/contracts/api/settings.ts';
import type { Preferences, Theme } from '@rondo/contracts/api/studio.ts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { isStale, reasonOr } from '../../api/call-failed.ts';
import { call, CatchingUp, command, commandAnswered } from '../../api/client.ts';
import { tellOtherTabs } from '../../api/session/other-tabs.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { preferencesQuery } from '../../calendar/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { settingsQuery } from '../../api/settings.ts';
import { announce, studioChanged } from '../../api/commands/undo.ts';

/** Reports a failure with its reason, or with what was attempted. */
const sayFailed = (error: Error, title: string, sentence: string): void =>
  toast({ title, description: reasonOr(error, sentence), tone: 'destructive' });

const saveFailed = 'Failed to save settings. Please try again.';

/** Preferences are no events, so there is no undo. */
export const useSavePreferences = () =>
  useMutation({
    mutationFn: (changes: Partial<Preferences>) => call('POST /api/user-preferences', { body: changes }),
    onSuccess: (preferences) => {
      queryClient.setQueryData(preferencesQuery.queryKey, preferences);
      tellOtherTabs();
      toast({ title: 'Settings saved' });
    },
    onError: async (error) => {
      sayFailed(error, 'Error', saveFailed);
      // The teacher may have been deleted elsewhere.
      await invalidate('GET /api/teachers', 'GET /api/user-preferences');
    },
  });

/** Shows the theme at once. The screen itself says that it is saved. */
export const useChooseTheme = () =>
  useMutation({
    // One after the other: the last choice is the one that counts, however long each takes.
    scope: { id: 'theme' },
    mutationFn: (theme: Theme) => call('POST /api/user-preferences', { body: { theme } }),
    onMutate: (theme) =>
      queryClient.setQueryData(preferencesQuery.queryKey, (before) => before && { ...before, theme }),
    onSuccess: tellOtherTabs,
    onError: async (error) => {
      sayFailed(error, 'Error', saveFailed);
      await invalidate('GET /api/user-preferences');
    },
  });

export const useSaveSettings = () =>
  useMutation({
    mutationFn: async (body: z.input<typeof settingsChange>): Promise<Settings> => {
      const { answer, batchId } = await command('PATCH /api/settings', { body });
      announce({ title: 'Settings saved' }, batchId);
      return answer instanceof CatchingUp ? queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }) : answer;
    },
    onSuccess: async (settings) => {
      const before = queryClient.getQueryData(settingsQuery.queryKey);
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      tellOtherTabs();
      // The studio's today may be another one.
      if (before?.timeZone !== settings.timeZone) await studioChanged();
    },
    // The form itself explains that another window saved first.
    onError: (error) => {
      if (!isStale(error)) sayFailed(error, 'Error', saveFailed);
    },
  });

export const useCreateBackup = () =>
  useMutation({
    mutationFn: (body: { name: string; description: string }) => command('POST /api/backups', { body }),
    onSuccess: async ({ batchId }) => {
      await invalidate('GET /api/backups');
      announce({ title: 'Backup created' }, batchId);
    },
    onError: (error) => sayFailed(error, 'Error', 'Failed to create backup. Please try again.'),
  });

export const useDeleteBackup = () =>
  useMutation({
    mutationFn: (id: string) => commandAnswered('DELETE /api/backups/:id', { params: { id } }),
    onSuccess: ({ batchId }) => announce({ title: 'Backup deleted' }, batchId),
    // Also after a failure: it may already be deleted.
    onSettled: () => invalidate('GET /api/backups'),
    onError: (error) => sayFailed(error, 'Error', 'Failed to delete backup. Please try again.'),
  });

export const useDeleteOrphans = () =>
  useMutation({
    mutationFn: () => commandAnswered('DELETE /api/data-integrity/orphaned-lessons', {}),
    onSuccess: async ({ answer, batchId }) => {
      await invalidate('GET /api/data-integrity', 'GET /api/data-integrity/read-models', 'GET /api/lessons');
      announce({ title: answer.message }, batchId);
    },
    onError: (error) => sayFailed(error, 'Cleanup Failed', 'Failed to delete orphaned lessons'),
  });
