import type { Backup } from '@rondo/contracts/api/history/backups.ts';
import type { BringInProgress } from '@rondo/contracts/api/studio/studio-file.ts';
import { studioUpload } from '@rondo/contracts/api/studio/studio-upload.ts';
import type { Settings } from '@rondo/contracts/api/studio/settings.ts';
import type { Theme } from '@rondo/contracts/api/studio/studio.ts';
import { useNavigate } from 'react-router-dom';
import { CallFailed, isStale, isUnconfirmed } from '../../api/call-failed.ts';
import type { InputTo } from '../../api/calls.ts';
import { call, CatchingUp, command, commandAnswered, doneWith } from '../../api/client.ts';
import { act, carryOut, failure, send, useAction, useCommand } from '../../api/commands/command.ts';
import { queryClient } from '../../api/queries.ts';
import { sendForm, type Sent } from '../../api/files/send-file.ts';
import { stream } from '../../api/stream.ts';
import { becomeUser } from '../../api/session/become-user.ts';
import { tellOtherTabs } from '../../api/session/other-tabs.ts';
import { isDeletionUnconfirmed, setDeletionUnconfirmed } from '../../api/session/session-end.ts';
import { settingsQuery } from '../../api/settings.ts';
import { preferencesQuery, teachersQuery } from '../../calendar/queries.ts';
import { counted } from '../../lib/texts.ts';

const saveFailed = failure('Error', 'Failed to save settings. Please try again.');

/** Preferences are no events, so there is no undo. */
export const useSavePreferences = () =>
  useCommand('POST /api/user-preferences', {
    onSaved: tellOtherTabs,
    done: 'Settings saved',
    failed: (error) => {
      // The teacher may have been deleted elsewhere.
      void queryClient.invalidateQueries(teachersQuery);
      return saveFailed(error);
    },
  });

/** Shows the theme at once. The screen itself says that it is saved. */
export const useChooseTheme = () => {
  const save = useAction(
    // Not read again: a theme that was chosen meanwhile is shown already.
    async (theme: Theme) => doneWith(await call('POST /api/user-preferences', { body: { theme } })),
    {
      onSaved: tellOtherTabs,
      done: null,
      failed: async (error) => {
        await queryClient.invalidateQueries(preferencesQuery);
        return saveFailed(error);
      },
    },
    // One after the other: the last choice is the one that counts, however long each takes.
    { queue: 'theme' },
  );
  return (theme: Theme): void => {
    queryClient.setQueryData(preferencesQuery.queryKey, (before) => before && { ...before, theme });
    void save.send(theme);
  };
};

/** @throws what the form shows */
export const saveSettings = async (body: InputTo<'PATCH /api/settings'>['body']): Promise<Settings> => {
  const zone = queryClient.getQueryData(settingsQuery.queryKey)?.timeZone;
  const { answer } = await carryOut(() => command('PATCH /api/settings', { body }), {
    onSaved: tellOtherTabs,
    done: 'Settings saved',
    // The form itself explains that another window saved first.
    failed: (error) => (isStale(error) ? null : saveFailed(error)),
    // The studio's today may be another one.
    changesAll: body.timeZone !== undefined && body.timeZone !== zone,
  });
  return answer instanceof CatchingUp ? queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }) : answer;
};

/** @param isOn families can use the form already */
export const useSaveQuestionForm = (isOn: boolean) =>
  useCommand('PATCH /api/settings', {
    done: isOn ? 'Question form saved' : 'The question form is on',
    failed: null,
  });

export const useTurnOffQuestionForm = () =>
  useCommand('PATCH /api/settings', {
    done: { title: 'The question form is off', description: 'Its address stays yours for 90 days.' },
    failed: 'The question form is still on',
  });

export const useCreateBackup = () =>
  useCommand('POST /api/backups', {
    done: 'Backup created',
    failed: failure('Error', 'Failed to create backup. Please try again.'),
  });

export const deleteBackup = ({ id }: Backup) =>
  send(
    'DELETE /api/backups/:id',
    { params: { id } },
    {
      done: 'Backup deleted',
      failed: failure('Error', 'Failed to delete backup. Please try again.'),
    },
  );

export const deleteOrphans = () =>
  act(() => commandAnswered('DELETE /api/data-integrity/orphaned-lessons', {}), {
    done: ({ message }) => message,
    failed: failure('Cleanup Failed', 'Failed to delete orphaned lessons'),
  });

export const useEndSession = () =>
  useCommand('DELETE /api/sessions/:id', { done: 'Signed out there', failed: 'Sign-out failed' });

export const useEndOtherSessions = () =>
  useAction(() => commandAnswered('POST /api/sessions/end-others', {}), {
    done: ({ ended }) => ({
      title: 'Signed out everywhere else',
      description: `${counted(ended, 'other session')} ended.`,
    }),
    failed: 'Sign-out failed',
  });

/** True if the account may be deleted although the call failed. After a lost answer, the deletion may be what signed the user out. */
const mayBeDeleted = (error: Error): boolean =>
  isUnconfirmed(error) || (error instanceof CallFailed && error.status === 401 && isDeletionUnconfirmed());

export const useDeleteAccount = () => {
  const navigate = useNavigate();
  return useCommand('DELETE /api/user', {
    onSaved: () => {
      becomeUser(null);
      void navigate('/auth', { replace: true });
    },
    done: { title: 'Account deleted', description: 'Everything in your studio was erased.' },
    // The question says why it failed.
    failed: (error) => {
      setDeletionUnconfirmed(mayBeDeleted(error));
      return null;
    },
  });
};

/** The name is in the header of every tab. */
export const useRename = () =>
  useCommand('PATCH /api/user', { onSaved: tellOtherTabs, done: 'Your name was saved', failed: null });

export const useAskForEmailChange = () =>
  useCommand('POST /api/user/email', {
    done: (answer, { body: { email } }) =>
      answer?.sendsMail === false
        ? {
            title: 'Link saved',
            description: `This server sends no email. The link for ${email} is a file in its data folder.`,
          }
        : { title: 'Link sent', description: `To ${email}. It works for one hour.` },
    failed: null,
  });

type BringingIn = {
  readonly file: File;
  readonly onSent: (sent: Sent) => void;
  readonly onSaved: (progress: BringInProgress) => void;
};

/** Gives the account the studio of a file. From then on the page shows that, as after signing in. */
export const useBringIn = () => {
  const navigate = useNavigate();
  return useAction(
    async ({ file, onSent, onSaved }: BringingIn) => {
      if (file.size > studioUpload.maxBytes) throw new CallFailed(413, studioUpload.tooLarge);
      const onEvent = (name: string, progress: BringInProgress): void => {
        if (name === 'progress') onSaved(progress);
      };
      // Repeating it completes it.
      return stream('POST /api/studio.jsonl', { file }, onEvent, undefined, {
        transport: sendForm(onSent),
        safety: 'idempotent',
      });
    },
    {
      onSaved: ({ user }) => {
        becomeUser(user);
        void navigate('/', { replace: true });
      },
      done: ({ events, students, teachers }) => ({
        title: 'Your studio is here',
        description: `${counted(students, 'student')} and ${counted(teachers, 'teacher')}, with ${counted(events, 'event')} of history.`,
      }),
      // The dialog says why it failed.
      failed: null,
    },
  );
};
