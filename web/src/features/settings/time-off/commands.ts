import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useCommand } from '../../../api/commands/command.ts';
import { goTo } from '../../../lib/page/navigation.ts';
import { counted } from '../../../lib/texts.ts';

export const useTermCommands = () => ({
  enter: useCommand('POST /api/terms', { done: 'Term added', failed: null }),
  change: useCommand('PATCH /api/terms/:id', { done: 'Term changed', failed: null }),
  remove: useCommand('DELETE /api/terms/:id', { done: 'Term removed', failed: null }),
});

export const useHolidayCommands = () => ({
  read: useMutation({ mutationFn: (url: string) => call('POST /api/closures/holidays', { body: { url } }) }),
  close: useCommand('POST /api/closures/many', {
    done: (closures) => ({
      title: `${counted(closures?.length ?? 0, 'holiday')} closed`,
      ...(closures?.some(({ lessons }) => lessons > 0) && {
        also: [{ label: 'Tell families', run: () => goTo('/changes') }],
      }),
    }),
    failed: null,
  }),
  update: useCommand('PATCH /api/closures/:id', { done: 'Time off changed', failed: 'Time off was not changed' }),
});
