import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { CallFailed, isUnconfirmed } from '../../api/call-failed.ts';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { becomeUser } from '../../api/session/become-user.ts';
import { isDeletionUnconfirmed, setDeletionUnconfirmed } from '../../api/session/session-end.ts';
import { counted } from '../../lib/texts.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import type { InputTo } from '../../api/calls.ts';

const failed = (title: string) => (error: Error) => toast({ title, description: error.message, tone: 'destructive' });

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) => call('DELETE /api/sessions/:id', { params: { id } }),
    onSuccess: () => toast({ title: 'Signed out there' }),
    onError: failed('Sign-out failed'),
    // Also after a failure: it may already have ended.
    onSettled: () => invalidate('GET /api/sessions'),
  });

export const useEndOtherSessions = () =>
  useMutation({
    mutationFn: () => call('POST /api/sessions/end-others', {}),
    onSuccess: ({ ended }) =>
      toast({ title: 'Signed out everywhere else', description: `${counted(ended, 'other session')} ended.` }),
    onError: failed('Sign-out failed'),
    onSettled: () => invalidate('GET /api/sessions'),
  });

/** True if the account may be deleted although the call failed. After a lost answer, the deletion may be what signed the user out. */
const mayBeDeleted = (error: Error): boolean =>
  isUnconfirmed(error) || (error instanceof CallFailed && error.status === 401 && isDeletionUnconfirmed());

export const useDeleteAccount = () => {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: InputTo<'DELETE /api/user'>['body']) => call('DELETE /api/user', { body }),
    onSuccess: () => {
      becomeUser(null);
      void navigate('/auth', { replace: true });
      toast({ title: 'Account deleted', description: 'Everything in your studio was erased.' });
    },
    // The question says why it failed.
    onError: (error) => setDeletionUnconfirmed(mayBeDeleted(error)),
  });
};
