import type { LiveRows, QueriedModel } from '@rondo/projections/runner/read-model.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { boundedQueue } from '../../../platform/kit/bounded-queue.ts';
import { keyedQueue } from '../../../platform/kit/keyed-queue.ts';
import type { Locks } from '../../../platform/postgres/advisory-locks.ts';
import type { QueuedDb, QueuedMail } from './reactor.ts';

type DeliveryParts = {
  readonly deliver: (mail: QueuedMail) => Promise<void>;
  /** One process at a time delivers a studio's mails. */
  readonly locks: Pick<Locks, 'hold'>;
  readonly report: (error: unknown) => void;
  /** Milliseconds from a failed attempt to the next; the first attempt is 1. */
  readonly pauseAfter?: (attempt: number) => number;
};

const lookMilliseconds = 2000;
const deliveriesAtOnce = 4;
const longestPause = 10 * 60 * 1000;

/** Two seconds, four, eight: up to ten minutes. */
const doubling = (attempt: number): number => Math.min(1000 * 2 ** attempt, longestPause);

/** Delivers queued mails of all studios, each until it ends. A studio's mails go one at a time, and none waits for another studio's. */
export const deliveryQueue = ({ deliver, locks, report, pauseAfter = doubling }: DeliveryParts) => {
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  const ofStudio = keyedQueue();
  const atOnce = boundedQueue({
    atOnce: deliveriesAtOnce,
    waiting: Infinity,
    full: () => new Error('Too many mails are being delivered.'),
  });
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (mail: QueuedMail): Promise<boolean> => {
    try {
      await ofStudio(mail.studio_id, () =>
        atOnce(async () => {
          if (stopped.signal.aborted) return;
          await locks.hold([`mail of ${mail.studio_id}`], () => deliver(mail));
        }),
      );
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };

  const deliverInTheEnd = async (mail: QueuedMail): Promise<void> => {
    for (let count = 1; !stopped.signal.aborted && !(await attempt(mail)); count += 1)
      await delay(pauseAfter(count), undefined, { signal: stopped.signal }).catch(() => undefined);
  };

  const begin = (mail: QueuedMail): void => {
    if (running.has(mail.mail_id) || stopped.signal.aborted) return;
    running.set(
      mail.mail_id,
      deliverInTheEnd(mail).finally(() => running.delete(mail.mail_id)),
    );
  };

  return {
    begin,
    /** Also delivers what an earlier process left, from now on. */
    watch: (model: QueriedModel<QueuedDb, 'mails'>, rows: LiveRows): void => {
      const look = async (): Promise<void> => {
        for (const mail of await model.read(rows).selectFrom('queued').selectAll().execute()) begin(mail);
      };
      timer = setInterval(() => void look().catch(() => undefined), lookMilliseconds);
    },
    /** Stops after the attempts under way; the next process continues. */
    stop: async (): Promise<void> => {
      stopped.abort();
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
};
