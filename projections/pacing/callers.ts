import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks. */
export type Caller = { readonly studioId: string; readonly isGuest: boolean };

/** A request that work belongs to. */
type Asking = Caller & {
  /** The work is done in a turn for expensive work. */
  readonly holdsTurn: boolean;
  /** Says that it is no short call. */
  readonly isLong: () => void;
};

const asking = new AsyncLocalStorage<Asking>();

/** The request that the present work belongs to; none for work of the process itself. */
export const askedBy = (): Asking | undefined => asking.getStore();

/** Does work for somebody. */
export const workFor = <T>({ studioId, isGuest }: Caller, work: () => Promise<T>): Promise<T> =>
  asking.run({ studioId, isGuest, holdsTurn: false, isLong: () => undefined }, work);

/** Does a request's work in a turn that it holds. */
export const workInTurn = <T>(request: Asking, work: () => Promise<T>): Promise<T> =>
  asking.run({ ...request, holdsTurn: true }, work);

/**
 * Who goes first where work has to wait; lower is earlier. An account's short calls, then what takes long for an account or nobody asked for, then
 * guests likewise.
 */
export const precedenceOf = (request: Asking | undefined): number =>
  request === undefined ? 1 : 2 * Number(request.isGuest) + Number(request.holdsTurn);

/** How long a call counts as a short one, in milliseconds. */
const shortMilliseconds = 1000;

let shortCalls = 0;

/** True while a short call of an account is being answered. */
export const isAccountServed = (): boolean => shortCalls > 0;

/** Answers a call of an account, which is a short one until it waits for a turn or takes too long. */
export const answerAccount = async <T>(studioId: string, answer: () => Promise<T>): Promise<T> => {
  const isLong = (): void => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    shortCalls -= 1;
  };
  shortCalls += 1;
  let timer: NodeJS.Timeout | undefined = setTimeout(isLong, shortMilliseconds).unref();
  try {
    return await asking.run({ studioId, isGuest: false, holdsTurn: false, isLong }, answer);
  } finally {
    isLong();
  }
};
