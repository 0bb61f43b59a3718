import { boundedQueue } from '../../../platform/kit/bounded-queue.ts';
import { keyedQueue } from '../../../platform/kit/keyed-queue.ts';
import { untilDone } from '../../../platform/kit/until-done.ts';
import type { Locks } from '../../../platform/postgres/advisory-locks.ts';
import type { QueuedMail } from './reactor.ts';

type DeliveryParts = {
  readonly deliver: (mail: QueuedMail) => Promise<void>;
  /** One process at a time delivers a studio's mails. */
  readonly locks: Pick<Locks, 'hold'>;
  readonly report: (error: unknown) => void;
  /** Milliseconds from a failed attempt to the next; the first attempt is 1. */
  readonly pauseAfter?: (attempt: number) => number;
};

const deliveriesAtOnce = 4;
const longestPause = 10 * 60 * 1000;

/** Two seconds, four, eight: up to ten minutes. */
const doubling = (attempt: number): number => Math.min(1000 * 2 ** attempt, longestPause);

/** Delivers queued mails of all studios, each until it ends. A studio's mails go one at a time, and none waits for another studio's. */
export const deliveryQueue = ({ deliver, locks, report, pauseAfter = doubling }: DeliveryParts) => {
  const ofStudio = keyedQueue();
  const atOnce = boundedQueue({
    atOnce: deliveriesAtOnce,
    waiting: Infinity,
    full: () => new Error('Too many mails are being delivered.'),
  });
  return untilDone<QueuedMail>({
    keyOf: ({ mail_id }) => mail_id,
    pauseAfter,
    attempt: async (mail, stopped) => {
      try {
        await ofStudio(mail.studio_id, () =>
          atOnce(async () => {
            if (stopped.aborted) return;
            await locks.hold([`mail of ${mail.studio_id}`], () => deliver(mail));
          }),
        );
        return true;
      } catch (error) {
        report(error);
        return false;
      }
    },
  });
};
