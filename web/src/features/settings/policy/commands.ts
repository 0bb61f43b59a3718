import { useCommand } from '../../../api/commands/command.ts';

export const usePolicyCommands = () => ({
  enter: useCommand('POST /api/policy', {
    done: (policy) => ({ title: policy?.off === true ? 'Cancellation policy ended' : 'Cancellation policy saved' }),
    failed: null,
  }),
  remove: useCommand('DELETE /api/policy/:id', { done: 'Policy removed', failed: 'The policy was not removed' }),
});
