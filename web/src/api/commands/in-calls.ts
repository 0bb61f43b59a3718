import { doneWith, type Done } from '../client.ts';

/** What became of many: the ids of those that are done, and why others are not. */
export type Outcome = {
  readonly done: readonly string[];
  readonly failed: readonly { readonly id: string; readonly message: string }[];
};

/**
 * Changes many by calls for at most so many, as one action with one Undo. Those of a call that failed after another one had succeeded are
 * among the failed.
 */
export const inCalls = async <Item extends { readonly id: string }>(
  items: readonly Item[],
  most: number,
  call: (some: readonly Item[]) => Promise<Done<Outcome>>,
): Promise<Done<Outcome>> => {
  const parts: Done<Outcome>[] = [];
  for (let from = 0; from < items.length; from += most) {
    const some = items.slice(from, from + most);
    try {
      parts.push(await call(some));
    } catch (error) {
      if (parts.length === 0 || !(error instanceof Error)) throw error;
      const { message } = error;
      parts.push(doneWith({ done: [], failed: some.map(({ id }) => ({ id, message })) }));
    }
  }
  return {
    answer: { done: parts.flatMap(({ answer }) => answer.done), failed: parts.flatMap(({ answer }) => answer.failed) },
    batches: parts.flatMap(({ batches }) => batches),
    calls: parts.flatMap(({ calls }) => calls),
  };
};
