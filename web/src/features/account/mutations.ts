import type { CallOf } from '@rondo/contracts/api/endpoint.ts';
import { changePassword, listSessions } from '@rondo/contracts/api/own-account.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: CallOf<typeof changePassword>['body']) => call(changePassword, { body }),
    onSuccess: async () => {
      toast({ title: 'Password changed' });
      await invalidate(listSessions);
    },
    onError: (error) => toast({ title: 'Password change failed', description: error.message, tone: 'destructive' }),
  });
