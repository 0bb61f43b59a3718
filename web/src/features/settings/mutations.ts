import { createBackup, deleteBackup, listBackups } from '@rondo/contracts/api/backups.ts';
import { checkReadModels, dataIntegrity, deleteOrphanedLessons } from '@rondo/contracts/api/data-integrity.ts';
import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { updateSettings, type Settings, type settingsChange } from '@rondo/contracts/api/settings.ts';
import { getPreferences, setPreferences, type Preferences, type Theme } from '@rondo/contracts/api/studio.ts';
import { listTeachers } from '@rondo/contracts/api/teachers.ts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { isStale, reasonOr } from '../../api/call-failed.ts';
import { call, CatchingUp, command, commandAnswered } from '../../api/client.ts';
import { tellOtherTabs } from '../../api/session/other-tabs.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { preferencesQuery } from '../../calendar/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { settingsQuery } from '../../api/settings.ts';
import { announce, studioChanged } from '../../api/undo/undo.ts';

/** Reports a failure with its reason, or with what was attempted. */
const sayFailed = (error: Error, title: string, sentence: string): void =>
  toast({ title, description: reasonOr(error, sentence), tone: 'destructive' });

const saveFailed = 'Failed to save settings. Please try again.';

/** Preferences are no events, so there is no undo. */
export const useSavePreferences = () =>
  useMutation({
    mutationFn: (changes: Partial<Preferences>) => call(setPreferences, { body: changes }),
    onSuccess: (preferences) => {
      queryClient.setQueryData(preferencesQuery.queryKey, preferences);
      tellOtherTabs();
      toast({ title: 'Settings saved' });
    },
    onError: async (error) => {
      sayFailed(error, 'Error', saveFailed);
      // The teacher may have been deleted elsewhere.
      await invalidate(listTeachers, getPreferences);
    },
  });

/** Shows the theme at once. The screen itself says that it is saved. */
export const useChooseTheme = () =>
  useMutation({
    // One after the other: the last choice is the one that counts, however long each takes.
    scope: { id: 'theme' },
    mutationFn: (theme: Theme) => call(setPreferences, { body: { theme } }),
    onMutate: (theme) =>
      queryClient.setQueryData(preferencesQuery.queryKey, (before) => before && { ...before, theme }),
    onSuccess: tellOtherTabs,
    onError: async (error) => {
      sayFailed(error, 'Error', saveFailed);
      await invalidate(getPreferences);
    },
  });

export const useSaveSettings = () =>
  useMutation({
    mutationFn: async (body: z.input<typeof settingsChange>): Promise<Settings> => {
      const { answer, batchId } = await command(updateSettings, { body });
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
    mutationFn: (body: { name: string; description: string }) => command(createBackup, { body }),
    onSuccess: async ({ batchId }) => {
      await invalidate(listBackups);
      announce({ title: 'Backup created' }, batchId);
    },
    onError: (error) => sayFailed(error, 'Error', 'Failed to create backup. Please try again.'),
  });

export const useDeleteBackup = () =>
  useMutation({
    mutationFn: (id: string) => commandAnswered(deleteBackup, { params: { id } }),
    onSuccess: ({ batchId }) => announce({ title: 'Backup deleted' }, batchId),
    // Also after a failure: it may already be deleted.
    onSettled: () => invalidate(listBackups),
    onError: (error) => sayFailed(error, 'Error', 'Failed to delete backup. Please try again.'),
  });

export const useDeleteOrphans = () =>
  useMutation({
    mutationFn: () => commandAnswered(deleteOrphanedLessons, {}),
    onSuccess: async ({ answer, batchId }) => {
      await invalidate(dataIntegrity, checkReadModels, listLessons);
      announce({ title: answer.message }, batchId);
    },
    onError: (error) => sayFailed(error, 'Cleanup Failed', 'Failed to delete orphaned lessons'),
  });
