import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import { useMutation, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { isStale } from '../../api/call-failed.ts';
import type { Done } from '../../api/client.ts';
import { billedLesson } from '../../api/commands/billed-lesson.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { toast, type Toast } from '../../ui/overlays/toast.tsx';
import type { Rows } from '../days/optimistic.ts';
import { announce, remember } from '../../api/commands/undo.ts';

const changedToast: Toast = {
  title: changedElsewhere('lesson'),
  description: 'The latest version is shown now. Please check it and try again.',
  tone: 'neutral',
};

/** Invalidates every query that a schedule change affects. */
const scheduleChanged = (): Promise<void> => invalidate('GET /api/lessons', 'GET /api/optimization-reports');

const isLessonList = ({ queryKey: [path] }: { readonly queryKey: QueryKey }): boolean => path === 'GET /api/lessons';

/** Applies an optimistic update to every lesson list; returns a function that rolls it back. */
const showOptimistically = async (change: (rows: Rows) => Rows): Promise<() => void> => {
  await queryClient.cancelQueries({ predicate: isLessonList });
  const before = queryClient.getQueriesData<CalendarLesson[]>({ predicate: isLessonList });
  queryClient.setQueriesData<CalendarLesson[]>({ predicate: isLessonList }, (rows) => rows && [...change(rows)]);
  return () => {
    for (const [key, rows] of before) queryClient.setQueryData(key, rows);
  };
};

export type LessonCommand<Input, Answer> = {
  readonly run: (input: Input) => Promise<Done<Answer>>;
  /** The optimistic update: what the lists show until the server answers. */
  readonly optimistic?: (rows: Rows, input: Input) => Rows;
  /** The success toast; null if the caller reports success itself. */
  readonly said: (input: Input, answer: Answer) => Toast | null;
  /** The error toast's sentence. A function handles every error itself; null if the caller reports it. */
  readonly failed: string | ((error: Error, input: Input) => Toast | null);
};

/** The toast of a failed change: the row was changed elsewhere, its lesson is on an invoice, or the given sentence. */
export const failureToast = (error: Error, sentence: string): Toast =>
  isStale(error)
    ? changedToast
    : { title: 'Error', ...(billedLesson(error) ?? { description: sentence }), tone: 'destructive' };

/** The mutation options of a schedule change: optimistic update, rollback and toasts. */
const optionsOf = <Input, Answer>(given: LessonCommand<Input, Answer>) => ({
  mutationFn: given.run,
  onMutate: (input: Input) => {
    const { optimistic } = given;
    return optimistic ? showOptimistically((rows) => optimistic(rows, input)) : null;
  },
  onSuccess: async ({ answer, batchId }: Done<Answer>, input: Input) => {
    await scheduleChanged();
    const said = given.said(input, answer);
    if (said) announce(said, batchId);
    else remember(batchId);
  },
  onError: async (error: Error, input: Input, rollBack: (() => void) | null | undefined) => {
    rollBack?.();
    await scheduleChanged();
    const { failed } = given;
    const said = typeof failed === 'string' ? failureToast(error, failed) : failed(error, input);
    if (said) toast(said);
  },
});

const onTheirWay = new Set<string>();

/** Sends a change that no component waits for, unless the same one is already pending. */
export const sendLessonCommand = async <Input, Answer>(
  given: LessonCommand<Input, Answer>,
  input: Input,
  thing: string,
): Promise<void> => {
  if (onTheirWay.has(thing)) return;
  onTheirWay.add(thing);
  try {
    await queryClient.getMutationCache().build(queryClient, optionsOf(given)).execute(input);
  } catch {
    // onError has reported it.
  } finally {
    onTheirWay.delete(thing);
  }
};

/**
 * A change of the schedule: applied optimistically if possible and rolled back on failure, with toasts and undo, and sent only once however
 * often its button is clicked.
 */
export const useLessonCommand = <Input, Answer>(given: LessonCommand<Input, Answer>) => {
  const busy = useRef(false);
  const mutation = useMutation(optionsOf(given));
  /** Null if it failed, which has been reported by then, or if it is already pending. */
  const send = async (input: Input): Promise<Done<Answer> | null> => {
    if (busy.current) return null;
    busy.current = true;
    try {
      return await mutation.mutateAsync(input);
    } catch {
      // onError has reported it.
      return null;
    } finally {
      busy.current = false;
    }
  };
  return { send, isPending: mutation.isPending };
};
