import { askedBy, isAccountServed, precedenceOf, type Caller } from '@rondo/projections/pacing/callers.ts';
import { busy } from './errors.ts';
import { fairQueue } from './fair-queue.ts';

/** The process's own work, as a studio among others. */
const own: Caller = { studioId: '', isGuest: false };

/** Lets work begin, and tells what ends it. */
export type Admit = () => Promise<() => void>;

/** The least that short calls of accounts have for themselves. */
const reserved = 2;

/**
 * Shares so many places, such as a pool's connections, among the requests that work belongs to. Accounts' short calls can have all of them; two are for
 * nobody else. Guests together have a third, and one while a short call of an account is being answered.
 * @param options.patience milliseconds after which a guest's request that waits is refused
 */
export const admission = ({
  places,
  patience,
  refused,
}: {
  readonly places: number;
  readonly patience: number;
  readonly refused: () => Error;
}): Admit => {
  const most = Math.max(1, places - reserved);
  const ofGuests = Math.max(1, Math.floor(places / 3));
  const queue = fairQueue<Caller & { readonly precedence: number; readonly begin: () => void }>(
    ({ precedence, isGuest }, now) =>
      precedence === 0 || (now.total < most && (!isGuest || now.ofGuests < (isAccountServed() ? 1 : ofGuests))),
  );
  return () =>
    new Promise((resolve, reject) => {
      const request = askedBy();
      const { studioId, isGuest } = request ?? own;
      const timer = isGuest
        ? setTimeout(() => {
            queue.leave(one);
            reject(refused());
          }, patience)
        : undefined;
      const begin = (): void => {
        clearTimeout(timer);
        resolve(() => queue.end(one));
      };
      const one = { studioId, isGuest, precedence: precedenceOf(request), begin };
      queue.join(one);
    });
};

/** How long a guest's request waits for a connection, in milliseconds. */
const patience = 10_000;

/** Who is admitted to the connections of a pool. */
export const connectionsFor = (places: number): Admit =>
  admission({
    places,
    patience,
    refused: () => busy('connections'),
  });
