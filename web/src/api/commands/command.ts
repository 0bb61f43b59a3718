import { useMutation, type MutationKey } from '@tanstack/react-query';
import { takeTurn, toast, withdrawOffer, type Toast } from '../../ui/overlays/toast.tsx';
import { CallFailed, mayShowOld, outcomeUnknown, reasonOr } from '../call-failed.ts';
import type { AnswerTo, CallName, InputTo } from '../calls.ts';
import { awaitedPosition } from '../catching-up.ts';
import { CatchingUp, command, type Done } from '../client.ts';
import { refetchAfter, refetchAll } from '../queries.ts';
import { billedLesson } from './billed-lesson.ts';
import { announce, remember, saySaved } from './undo.ts';

type Batches = Done<unknown>['batches'];

/** What the user is told of a command, and what happens around it. */
export type Feedback<Input, Answer> = {
  /** What to say once it is saved and shown, with Undo; null where the screen itself says so. */
  readonly done: string | Toast | null | ((answer: Answer, input: Input, batches: Batches) => string | Toast | null);
  /** What to say if it failed: a title above the server's reason, or all of it; null where the screen itself says so. */
  readonly failed: string | null | ((error: Error, input: Input) => Toast | null | Promise<Toast | null>);
  /** Called as soon as it is saved, before the lists show it. */
  readonly onSaved?: (answer: Answer, input: Input) => void;
  /** Shows the change before it is saved. @returns what takes that back if it fails */
  readonly optimistic?: (input: Input) => Promise<() => void>;
  /** It may change all that the studio has, as a restore does. */
  readonly changesAll?: boolean;
  /** It cannot be undone, such as an email that is sent. */
  readonly isFinal?: boolean;
};

/** The toast of a failure: a title, and the server's reason or else this sentence. */
export const failure =
  (title: string, sentence: string) =>
  (error: Error): Toast => ({ title, description: reasonOr(error, sentence) });

const sayDone = <Input, Answer>(
  feedback: Feedback<Input, Answer>,
  done: Done<Answer>,
  input: Input,
  turn: number,
): void => {
  const { answer } = done;
  const batches = feedback.isFinal === true ? [] : done.batches;
  const message = typeof feedback.done === 'function' ? feedback.done(answer, input, batches) : feedback.done;
  if (message === null) {
    remember(batches);
    if (awaitedPosition() !== null) saySaved();
  } else {
    const report = typeof message === 'string' ? { title: message } : message;
    if (done.waits === true) toast({ ...report, description: 'Waits for a connection', tone: 'neutral' }, turn);
    else announce(report, batches, turn);
  }
};

const sayFailed = async <Input>({ failed }: Feedback<Input, never>, error: Error, input: Input): Promise<void> => {
  const message =
    typeof failed === 'string'
      ? { title: failed, description: error.message, ...billedLesson(error) }
      : ((await failed?.(error, input)) ?? null);
  if (message !== null) toast({ tone: 'destructive', ...message });
};

const refetch = ({ changesAll = false }: Feedback<never, never>, calls: readonly CallName[]): Promise<void> =>
  changesAll ? refetchAll() : refetchAfter(calls);

/**
 * Carries out what the user asked for: has every screen ask again for what it changed, says how it went and offers to undo it.
 * @throws what `run` throws, which the user has been told by then
 */
export const execute = async <Input, Answer>(
  run: (input: Input) => Promise<Done<Answer>>,
  feedback: Feedback<Input, Answer>,
  input: Input,
): Promise<Done<Answer>> => {
  const takeBack = await feedback.optimistic?.(input);
  const done = await run(input).catch(async (error: unknown) => {
    takeBack?.();
    const failed = error instanceof CallFailed && error.call !== null ? [error.call] : [];
    const refetched = mayShowOld(error) ? refetch(feedback, failed) : null;
    // A server that has not answered the command may not answer what the screens ask, either.
    if (!outcomeUnknown(error)) await refetched;
    await sayFailed(feedback, error instanceof Error ? error : new Error(String(error)), input);
    throw error;
  });
  const turn = takeTurn();
  if (done.batches.length > 0) withdrawOffer();
  feedback.onSaved?.(done.answer, input);
  await refetch(feedback, done.calls);
  sayDone(feedback, done, input, turn);
  return done;
};

/** Carries out one action, such as saving a form, which shows the error. @throws what `run` throws */
export const carryOut = <Answer>(
  run: () => Promise<Done<Answer>>,
  feedback: Feedback<void, Answer>,
): Promise<Done<Answer>> => execute(run, feedback, undefined);

/** Carries out what no component waits for. @returns null if it failed, which the user has been told */
export const act = <Answer>(
  run: () => Promise<Done<Answer>>,
  feedback: Feedback<void, Answer>,
): Promise<Done<Answer> | null> => carryOut(run, feedback).catch(() => null);

/** Makes one call. Its answer is null if it is saved but not readable yet. */
const callOf =
  <Name extends CallName>(name: Name) =>
  async (input: InputTo<Name>): Promise<Done<AnswerTo<Name> | null>> => {
    const done = await command(name, input);
    return { ...done, answer: done.answer instanceof CatchingUp ? null : done.answer };
  };

/** One call, for which no component waits. */
export const send = <Name extends CallName>(
  name: Name,
  input: InputTo<Name>,
  feedback: Feedback<void, AnswerTo<Name> | null>,
): Promise<Done<AnswerTo<Name> | null> | null> => act(() => callOf(name)(input), feedback);

type Options = {
  /** By which other components know that it is running. */
  readonly key?: MutationKey;
  /** Those of one queue run one after the other. */
  readonly queue?: string;
};

/** An action of the user that may take several calls: `run` makes them. */
export const useAction = <Input = void, Answer = unknown>(
  run: (input: Input) => Promise<Done<Answer>>,
  feedback: Feedback<Input, Answer>,
  { key, queue }: Options = {},
) => {
  const { mutateAsync, isPending, isSuccess, error, data, variables, reset } = useMutation({
    mutationFn: (input: Input) => execute(run, feedback, input),
    ...(key && { mutationKey: key }),
    ...(queue !== undefined && { scope: { id: queue } }),
  });
  return {
    /** @returns null if it failed, which the user has been told */
    send: (input: Input): Promise<Done<Answer> | null> => mutateAsync(input).catch(() => null),
    isPending,
    isSuccess,
    error,
    answer: data?.answer,
    input: variables,
    reset,
  };
};

/** A call that changes something, with what the user is told of it. */
export const useCommand = <Name extends CallName>(
  name: Name,
  feedback: Feedback<InputTo<Name>, AnswerTo<Name> | null>,
  options?: Options,
) => useAction(callOf(name), feedback, options);
