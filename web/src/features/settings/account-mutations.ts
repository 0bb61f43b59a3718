import type { CallOf } from '@rondo/contracts/api/endpoint.ts';
import { deleteUser, endOtherSessions, endSession, listSessions } from '@rondo/contracts/api/own-account.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { CallFailed, isUnconfirmed } from '../../api/call-failed.ts';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { becomeUser } from '../../api/session/become-user.ts';
import { isDeletionUnconfirmed, setDeletionUnconfirmed } from '../../api/session/session-end.ts';
import { counted } from '../../lib/texts.ts';
import { toast } from '../../ui/overlays/toast.tsx';

const failed = (title: string) => (error: Error) => toast({ title, description: error.message, tone: 'destructive' });

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSuccess: () => toast({ title: 'Signed out there' }),
    onError: failed('Sign-out failed'),
    // Also after a failure: it may already have ended.
    onSettled: () => invalidate(listSessions),
  });

export const useEndOtherSessions = () =>
  useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ ended }) =>
      toast({ title: 'Signed out everywhere else', description: `${counted(ended, 'other session')} ended.` }),
    onError: failed('Sign-out failed'),
    onSettled: () => invalidate(listSessions),
  });

/** True if the account may be deleted although the call failed. After a lost answer, the deletion may be what signed the user out. */
const mayBeDeleted = (error: Error): boolean =>
  isUnconfirmed(error) || (error instanceof CallFailed && error.status === 401 && isDeletionUnconfirmed());

export const useDeleteAccount = () => {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: CallOf<typeof deleteUser>['body']) => call(deleteUser, { body }),
    onSuccess: () => {
      becomeUser(null);
      void navigate('/auth', { replace: true });
      toast({ title: 'Account deleted', description: 'Everything in your studio was erased.' });
    },
    // The question says why it failed.
    onError: (error) => setDeletionUnconfirmed(mayBeDeleted(error)),
  });
};
