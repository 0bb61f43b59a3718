import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable } from '../kit/errors.ts';
import { boundedQueue } from '../kit/bounded-queue.ts';
import { MailRefused, type Mail, type Mailer } from './mailer.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly waitingMails: WaitingMails;
  }
}

/** What became of a mail that was not delivered. */
export type Undelivered = 'refused by the mail server' | 'given up after ten minutes';

type WaitingMailsParts = {
  readonly mailer: Mailer;
  /** Whether the owner of a mail still exists; asked before and after each attempt, so that a mail does not outlive an erasure. */
  readonly isWanted: (mail: Mail) => Promise<boolean>;
  /** Told no address, no text and no answer of the mail server: that may repeat them. */
  readonly report: (what: Undelivered) => void;
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
  /** Milliseconds from a failed attempt to the next; the first attempt is 1. */
  readonly pauseAfter?: (attempt: number) => number;
  readonly most?: number;
};

const patience = 10 * 60 * 1000;
const longestPause = 60 * 1000;
const doubling = (attempt: number): number => Math.min(1000 * 2 ** attempt, longestPause);

/**
 * Mails with secrets: they wait in the memory of this process alone, and are tried for ten minutes. A mail that is lost with the process is asked
 * for again by the person who waits for it.
 */
export const waitingMails = ({
  mailer,
  isWanted,
  report,
  now = () => performance.now(),
  pauseAfter = doubling,
  most = 1000,
}: WaitingMailsParts) => {
  const waiting = new Set<Promise<void>>();
  const stopped = new AbortController();
  const inTurn = boundedQueue({ atOnce: 4, waiting: Infinity, full: () => new Error('Too many mails are waiting.') });

  const attempt = async (mail: Mail): Promise<void> => {
    if (!(await isWanted(mail))) return;
    await mailer.deliver(mail);
    // A saved mail may have been written after the files of an erased owner were removed.
    if (!(await isWanted(mail))) await mailer.forget(mail.owner);
  };

  /** Writes the mail once, then delivers it. */
  const carryOut = async (write: () => Promise<Mail | null>): Promise<void> => {
    const until = now() + patience;
    let mail: Mail | null | undefined;
    const step = async (): Promise<void> => {
      mail ??= await write();
      if (mail !== null) await attempt(mail);
    };
    for (let count = 1; !stopped.signal.aborted; count += 1) {
      const error = await inTurn(step).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error === null) return;
      if (error instanceof MailRefused) return report('refused by the mail server');
      const pause = pauseAfter(count);
      if (now() + pause > until) return report('given up after ten minutes');
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };

  return {
    /**
     * Writes and delivers a mail later, so that how long it takes does not show in the answer to the request.
     * @param write null if there is no mail to send
     * @throws Unavailable when too many are waiting
     */
    send: (write: () => Promise<Mail | null>): void => {
      if (waiting.size >= most)
        throw new Unavailable('Too many emails are waiting to be sent. Please try again in a few minutes.');
      const work = carryOut(write).finally(() => waiting.delete(work));
      waiting.add(work);
    },
    /** Stops after the attempts under way. */
    stop: async (): Promise<void> => {
      stopped.abort();
      await Promise.all(waiting);
    },
  };
};
type WaitingMails = ReturnType<typeof waitingMails>;
