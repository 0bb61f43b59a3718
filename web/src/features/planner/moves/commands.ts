import type { InputTo } from '../../../api/calls.ts';
import { useAction } from '../../../api/commands/command.ts';
import { useStreamed } from '../commands.ts';

/** Asks what calls to families are worth, and reports the progress. */
export const useCurve = () => {
  const { start, leave, ...streamed } = useStreamed('POST /api/schedule/curve');
  const run = useAction((body: InputTo<'POST /api/schedule/curve'>['body']) => start({ body }), {
    done: null,
    failed: null,
  });
  return {
    ...streamed,
    leave,
    begin: run.send,
    isPending: run.isPending,
    curve: run.answer,
    error: run.error,
  };
};
