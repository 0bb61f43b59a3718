import { createBackup, deleteBackup, listBackups } from '@rondo/contracts/api/backups.ts';
import { checkReadModels, dataIntegrity, deleteOrphanedLessons } from '@rondo/contracts/api/data-integrity.ts';
import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { updateSettings, type Settings } from '@rondo/contracts/api/settings.ts';
import { getPreferences, setPreferences } from '@rondo/contracts/api/studio.ts';
import { listTeachers } from '@rondo/contracts/api/teachers.ts';
import { useMutation } from '@tanstack/react-query';
import { call, CallFailed, CatchingUp, command, commandAnswered, isStale } from '../../lib/client.ts';
import { invalidate, queryClient } from '../../lib/queries.ts';
import { preferencesQuery } from '../../calendar/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { settingsQuery } from '../../lib/settings.ts';
import { announce } from '../../undo/undo.ts';
import type { CheckedProfile } from './profile-values.ts';

/** Reports a failure with the server's sentence, or with what was attempted. */
const sayFailed = (error: Error, title: string, sentence: string): void =>
  toast({ title, description: error instanceof CallFailed ? error.message : sentence, tone: 'destructive' });

/** Preferences are no events, so there is no undo. */
export const useSaveDefaultTeacher = () =>
  useMutation({
    mutationFn: (defaultTeacherId: string) => call(setPreferences, { body: { defaultTeacherId } }),
    onSuccess: (preferences) => {
      queryClient.setQueryData(preferencesQuery.queryKey, preferences);
      toast({ title: 'Settings saved' });
    },
    onError: async (error) => {
      sayFailed(error, 'Error', 'Failed to save settings. Please try again.');
      // The teacher may have been deleted elsewhere.
      await invalidate(listTeachers, getPreferences);
    },
  });

export const useSaveProfile = () =>
  useMutation({
    mutationFn: async (body: CheckedProfile & Pick<Settings, 'revision'>): Promise<Settings> => {
      const { answer, batchId } = await command(updateSettings, { body });
      announce({ title: 'Settings saved' }, batchId);
      return answer instanceof CatchingUp ? queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }) : answer;
    },
    onSuccess: (settings) => queryClient.setQueryData(settingsQuery.queryKey, settings),
    // The form itself explains that another window saved first.
    onError: (error) => {
      if (!isStale(error)) sayFailed(error, 'Error', 'Failed to save settings. Please try again.');
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
