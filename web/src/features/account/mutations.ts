import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import type { InputTo } from '../../api/calls.ts';

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: InputTo<'POST /api/change-password'>['body']) => call('POST /api/change-password', { body }),
    onSuccess: async () => {
      toast({ title: 'Password changed' });
      await invalidate('GET /api/sessions');
    },
    onError: (error) => toast({ title: 'Password change failed', description: error.message, tone: 'destructive' }),
  });
