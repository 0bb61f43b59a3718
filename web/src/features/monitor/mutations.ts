import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';

/** The cache is no part of the event log, so there is no undo. */
export const useClearCaches = () =>
  useMutation({
    mutationFn: () => call('POST /api/maps-cache/clear', {}),
    onSuccess: ({ message }) => toast({ title: 'Cache Cleared', description: message }),
    onError: ({ message }) => toast({ title: 'Clear Failed', description: message, tone: 'destructive' }),
    onSettled: () => invalidate('GET /api/maps-cache-stats'),
  });

export const useCleanCaches = () =>
  useMutation({
    mutationFn: () => call('POST /api/maps-cache/cleanup', {}),
    onSuccess: ({ message }) => toast({ title: 'Cache Cleaned', description: message }),
    onError: ({ message }) => toast({ title: 'Cleanup Failed', description: message, tone: 'destructive' }),
    onSettled: () => invalidate('GET /api/maps-cache-stats'),
  });
