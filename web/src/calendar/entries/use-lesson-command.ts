import { listLessons, type Lesson } from '@rondo/contracts/api/lessons.ts';
import { useMutation, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { isStale, type Done } from '../../lib/client.ts';
import { queryClient } from '../../lib/queries.ts';
import { toast, type Toast } from '../../ui/toast.tsx';
import type { Rows } from '../days/optimistic.ts';
import { announce, scheduleChanged } from './undo.ts';

const changedElsewhere: Toast = {
  title: 'This lesson was changed elsewhere meanwhile.',
  description: 'Its newest state is shown now. Please check it and try again.',
  tone: 'neutral',
};

const isLessonList = ({ queryKey: [path] }: { readonly queryKey: QueryKey }): boolean => path === listLessons.path;

/** Lets every lesson list show a change at once; what it gives back undoes that. */
const showOptimistically = async (change: (rows: Rows) => Rows): Promise<() => void> => {
  await queryClient.cancelQueries({ predicate: isLessonList });
  const before = queryClient.getQueriesData<Lesson[]>({ predicate: isLessonList });
  queryClient.setQueriesData<Lesson[]>({ predicate: isLessonList }, (rows) => rows && [...change(rows)]);
  return () => {
    for (const [key, rows] of before) queryClient.setQueryData(key, rows);
  };
};

export type LessonCommand<Input, Answer> = {
  readonly run: (input: Input) => Promise<Done<Answer>>;
  /** What the lists show until the answer is there. */
  readonly optimistic?: (rows: Rows, input: Input) => Rows;
  /** The success toast; null: its caller says it. */
  readonly said: (input: Input, answer: Answer) => Toast | null;
  /** The error toast's sentence. A function decides about every refusal itself; null: its caller says it. */
  readonly failed: string | ((error: Error, input: Input) => Toast | null);
};

/** The toast of a refused change: that the row was changed elsewhere, or the sentence. */
export const failureToast = (error: Error, sentence: string): Toast =>
  isStale(error) ? changedElsewhere : { title: 'Error', description: sentence, tone: 'destructive' };

/** What a change of the schedule shows, rolls back and says. */
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

/** Sends a change that no component waits for; what is on its way already is not sent again. */
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
    // Told by onError.
  } finally {
    onTheirWay.delete(thing);
  }
};

/**
 * A change of the schedule: shown at once where that can be foreseen and rolled back when it is refused, told and undoable when it is done,
 * and sent once however often its button is pressed.
 */
export const useLessonCommand = <Input, Answer>(given: LessonCommand<Input, Answer>) => {
  const busy = useRef(false);
  const mutation = useMutation(optionsOf(given));
  /** Null when it was refused, which has been said by then, or is on its way already. */
  const send = async (input: Input): Promise<Done<Answer> | null> => {
    if (busy.current) return null;
    busy.current = true;
    try {
      return await mutation.mutateAsync(input);
    } catch {
      // Told by onError.
      return null;
    } finally {
      busy.current = false;
    }
  };
  return { send, isPending: mutation.isPending };
};
