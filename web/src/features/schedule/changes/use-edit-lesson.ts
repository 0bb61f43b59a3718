import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { isMissing, isStale, reasonOr } from '../../../api/call-failed.ts';
import { command, type Done } from '../../../api/client.ts';
import { optimisticChange, type Target, type Rows } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { typedDetails } from '../../../calendar/entries/details.ts';
import {
  conflictsOf,
  eventWords,
  timeWords,
  withAlternatives,
  type Conflict,
  type Slot,
} from '../../../calendar/entries/conflict.ts';
import { lessonBody, wantedLesson, type CheckedLesson } from './lesson-values.ts';
import { failureToast, useLessonCommand } from '../../../calendar/entries/use-lesson-command.ts';

export type EditLesson = {
  readonly lesson: CheckedLesson;
  readonly target: Target;
  readonly how: { readonly kind: 'checked' | 'override' } | { readonly kind: 'alternative'; readonly slot: Slot };
};

type Edited = { readonly kind: 'saved' } | { readonly kind: 'conflict'; readonly conflict: Conflict };

const bodyOf = ({ lesson, target, how }: EditLesson) => {
  const body = lessonBody(lesson, target);
  if (how.kind !== 'alternative') return body;
  const { date, dayOfWeek, startTime } = how.slot;
  return { ...body, startTime, ...(lesson.editScope === 'series' ? { dayOfWeek } : { lessonDate: date }) };
};

const run = async (edit: EditLesson): Promise<Done<Edited>> => {
  const { target, lesson, how } = edit;
  const body = { ...bodyOf(edit), ...(how.kind === 'override' ? {} : { ifFree: true }) };
  try {
    const { batchId } = await command('PATCH /api/lessons/:id/edit', { params: { id: target.row.lessonId }, body });
    return { answer: { kind: 'saved' }, batchId };
  } catch (error) {
    const events = conflictsOf(error);
    if (!events) throw error;
    const conflict = await withAlternatives(events, wantedLesson(lesson, target));
    return { answer: { kind: 'conflict', conflict }, batchId: null };
  }
};

/** One date is updated optimistically; a whole series only after the server has split it. */
const optimistic = (rows: Rows, { lesson, target, how }: EditLesson): Rows => {
  if (lesson.editScope === 'series') return rows;
  return optimisticChange(rows, target, {
    date: how.kind === 'alternative' ? how.slot.date : lesson.lessonDate,
    start: toMinutes(how.kind === 'alternative' ? how.slot.startTime : lesson.startTime),
    duration: lesson.duration,
    ...typedDetails(lesson),
  });
};

const oneDateWords = ({ lesson, target, how }: EditLesson): string => {
  const { lessonDate: date, startTime, duration } = lesson;
  const words =
    how.kind === 'alternative' ? eventWords(how.slot) : timeWords({ start: toMinutes(startTime), duration }, date);
  return `${titleOf(target.row)}, ${words}`;
};

const titles = {
  checked: 'Lesson updated',
  alternative: 'Alternative scheduled',
  override: 'Conflict overridden',
} as const satisfies Record<EditLesson['how']['kind'], string>;

/** Saves an edited lesson. `onError` gets an error that the form shows itself. */
export const useEditLesson = (onError: (error: Error) => void) =>
  useLessonCommand<EditLesson, Edited>({
    run,
    optimistic,
    said: (edit, edited) =>
      edited.kind === 'conflict'
        ? null
        : {
            title: titles[edit.how.kind],
            description:
              edit.lesson.editScope === 'series' ? 'All lessons in the series have been updated.' : oneDateWords(edit),
          },
    failed: (error) => {
      onError(error);
      // The form itself says that it was reloaded, or that there is nothing left to save.
      return isStale(error) || isMissing(error)
        ? null
        : failureToast(error, reasonOr(error, 'Failed to update lesson'));
    },
  });
