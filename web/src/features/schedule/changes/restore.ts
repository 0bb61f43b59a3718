import { type Target, optimisticRestore } from '../../../calendar/days/optimistic.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { sendRestore, type LessonAnswer } from '../../../calendar/entries/commands.ts';
import { conflictsOf } from '../../../calendar/entries/conflict.ts';
import { failureToast, sendLessonCommand, type LessonCommand } from '../../../calendar/entries/use-lesson-command.ts';

export type Restoring = Target & { readonly force?: boolean };

/** Reverts a cancellation, or confirms a recommended lesson. Calls `onTaken` if its time has been taken. */
export const restoring = (onTaken: (target: Target) => void): LessonCommand<Restoring, LessonAnswer> => ({
  run: sendRestore,
  optimistic: optimisticRestore,
  said: ({ row, on }) => ({
    title: row.status === 'recommended' ? 'Lesson Confirmed' : 'Lesson Restored',
    description: `${titleOf(row)}, ${longDate(on)}`,
  }),
  failed: (error, { row, on }) => {
    if (!conflictsOf(error)) return failureToast(error, 'Failed to restore lesson. Please try again.');
    onTaken({ row, on });
    return null;
  },
});

/** Restores at once, without confirmation, unless the time has been taken. */
export const restoreNow = (target: Target, onTaken: (target: Target) => void): Promise<void> =>
  sendLessonCommand(restoring(onTaken), target, target.row.lessonId);
