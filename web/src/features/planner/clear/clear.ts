import { CallFailed } from '../../../api/call-failed.ts';
import { CatchingUp, command } from '../../../api/client.ts';
import { act } from '../../../api/commands/command.ts';
import type { ClearedKind } from './kinds.ts';

type Clearing = {
  readonly kinds: ReadonlySet<ClearedKind>;
  readonly teacherIds: readonly string[];
  /** What is cleared, as the question counts it; null while the lessons are unknown. */
  readonly what: string | null;
};

/** Clears the selected kinds of some teachers from today on. Manual entries include dated and weekly ones. */
export const clear = ({ kinds, teacherIds, what }: Clearing) =>
  act(
    () =>
      command('DELETE /api/lessons/clear', {
        body: {
          myMusicStaff: kinds.has('actual'),
          optimized: kinds.has('optimized'),
          manual: kinds.has('manual'),
          preScheduled: kinds.has('manual'),
          selectedTeachers: [...teacherIds],
        },
      }),
    {
      done: (answer) => {
        const failed = answer instanceof CatchingUp ? [] : answer.failed;
        return failed.length > 0
          ? {
              title: 'Error clearing schedule',
              description: failed.map(({ detail }) => detail).join(' '),
              tone: 'destructive',
            }
          : { title: 'Schedule cleared', ...(what === null ? {} : { description: `${what} removed.` }) };
      },
      failed: (error) => ({
        title: 'Error clearing schedule',
        // A rejected request says why.
        description:
          error instanceof CallFailed && error.status > 0 && error.status < 500
            ? error.message
            : 'Failed to clear schedule. Please try again.',
      }),
    },
  );
