import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import { useRef } from 'react';
import { isStale } from '../../api/call-failed.ts';
import type { Done } from '../../api/client.ts';
import { billedLesson } from '../../api/commands/billed-lesson.ts';
import { execute, useAction, type Feedback } from '../../api/commands/command.ts';
import { keyOf, queryClient } from '../../api/queries.ts';
import type { Toast } from '../../ui/overlays/toast.tsx';
import type { Rows } from '../days/optimistic.ts';

const changedToast: Toast = {
  title: changedElsewhere('lesson'),
  description: 'The latest version is shown now. Please check it and try again.',
  tone: 'neutral',
};

const lists = { queryKey: keyOf('GET /api/lessons') };

/** Applies an optimistic update to every lesson list; returns a function that rolls it back. */
const showOptimistically = async (change: (rows: Rows) => Rows): Promise<() => void> => {
  await queryClient.cancelQueries(lists);
  const before = queryClient.getQueriesData<CalendarLesson[]>(lists);
  queryClient.setQueriesData<CalendarLesson[]>(lists, (rows) => rows && [...change(rows)]);
  return () => {
    for (const [key, rows] of before) queryClient.setQueryData(key, rows);
  };
};

export type LessonCommand<Input, Answer> = {
  readonly run: (input: Input) => Promise<Done<Answer>>;
  /** The optimistic update: what the lists show until the server answers. */
  readonly optimistic?: (rows: Rows, input: Input) => Rows;
  /** The success toast; null if the caller reports success itself. */
  readonly success: (input: Input, answer: Answer) => Toast | null;
  /** The error toast's sentence. A function handles every error itself; null if the caller reports it. */
  readonly failed: string | ((error: Error, input: Input) => Toast | null);
};

/** The toast of a failed change: the row was changed elsewhere, its lesson is on an invoice, or the given sentence. */
export const failureToast = (error: Error, sentence: string): Toast =>
  isStale(error)
    ? changedToast
    : { title: 'Error', ...(billedLesson(error) ?? { description: sentence }), tone: 'destructive' };

const wordsOf = <Input, Answer>({
  success,
  failed,
  optimistic,
}: LessonCommand<Input, Answer>): Feedback<Input, Answer> => ({
  done: (answer, input) => success(input, answer),
  failed: (error, input) => (typeof failed === 'string' ? failureToast(error, failed) : failed(error, input)),
  ...(optimistic && { optimistic: (input) => showOptimistically((rows) => optimistic(rows, input)) }),
});

const onTheirWay = new Set<string>();

/** Sends a change that no component waits for, unless the same one is already pending. */
export const sendLessonCommand = async <Input, Answer>(
  command: LessonCommand<Input, Answer>,
  input: Input,
  thing: string,
): Promise<void> => {
  if (onTheirWay.has(thing)) return;
  onTheirWay.add(thing);
  try {
    await execute(command.run, wordsOf(command), input);
  } catch {
    // The user has been told.
  } finally {
    onTheirWay.delete(thing);
  }
};

/**
 * A change of the schedule: applied optimistically if possible and rolled back on failure, with toasts and undo, and sent only once however
 * often its button is clicked.
 */
export const useLessonCommand = <Input, Answer>(command: LessonCommand<Input, Answer>) => {
  const busy = useRef(false);
  const { send, isPending } = useAction(command.run, wordsOf(command));
  /** Null if it failed, which has been reported by then, or if it is already pending. */
  const sendOnce = async (input: Input): Promise<Done<Answer> | null> => {
    if (busy.current) return null;
    busy.current = true;
    const done = await send(input);
    busy.current = false;
    return done;
  };
  return { send: sendOnce, isPending };
};
