import { setTimeout as delay } from 'node:timers/promises';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { queuedMessages, type MessageRow } from '@rondo/projections/messages/queries.ts';
import { ModelNotReady } from '@rondo/projections/runner/model-progress.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { Unavailable } from '../../../../platform/kit/errors.ts';
import { boundedQueue } from '../../../../platform/kit/bounded-queue.ts';
import type { Locks } from '../../../../platform/postgres/advisory-locks.ts';
import { deliverMessage, MailServerAway } from './deliver.ts';
import { queueChanges, type Looked } from './changes/queue.ts';
import { daysToRemindOf, isQuiet } from './due.ts';
import { pastDueMail } from './past-due/past-due.ts';
import { lastMailDay } from './past-due/steps.ts';
import { ReceiptQueue } from './receipts/receipts.ts';
import { remindersOf } from './reminders.ts';
import { isReady, queueAll, type DeliveryServices } from './queueing.ts';
import { allSwitches, noteQueued, type Switches } from './switches.ts';

declare module '../../../../platform/kit/services.ts' {
  interface ServerSettings {
    /** Seconds between two looks at which mail is due. */
    readonly MESSAGES_SECONDS: number;
  }
  interface Services {
    /** Has the mail to families looked at soon, by this process. */
    readonly messageBell: MessageBell;
  }
}

/** Wakes the job of this process, if it has one. */
export class MessageBell {
  #look: () => void = () => undefined;

  ring(): void {
    this.#look();
  }

  onRing(look: () => void): void {
    this.#look = look;
  }
}

const studiosAtOnce = 4;
const longestPause = 10 * 60 * 1000;

/** Queues the reminders that are due. */
const queueReminders = async (services: DeliveryServices, { studioId, reminders }: Switches): Promise<void> => {
  const { settings } = await services.settingsOf(studioId);
  if (reminders === null || !settings.sendReminders) return;
  const days = daysToRemindOf(services.now(), settings, reminders);
  if (days.length === 0 || !(await isReady(services, studioId, [studiosModel, messagesModel]))) return;
  for (const day of days) {
    const { messages } = await remindersOf(services, studioId, [day]);
    await queueAll(services, studioId, messages);
    await noteQueued(services, studioId, 'reminders', day);
  }
};

/** Queues the mail about what is to be paid, once a day. */
const queuePastDue = async (services: DeliveryServices, { studioId, pastDue }: Switches): Promise<void> => {
  const { settings } = await services.settingsOf(studioId);
  if (pastDue === null || !settings.sendPastDue) return;
  const now = services.now();
  const day = lastMailDay(now, settings.timeZone);
  const { last, since } = pastDue;
  if ((last !== null && day <= last) || isQuiet(now, settings.timeZone)) return;
  if (!(await isReady(services, studioId, [studiosModel, messagesModel, invoicesModel]))) return;
  const { messages } = await pastDueMail(services, services.rooms, studioId, { after: last, upTo: day, since, day });
  await queueAll(services, studioId, messages);
  await noteQueued(services, studioId, 'pastDue', day);
};

type JobParts = {
  readonly services: DeliveryServices;
  /** One process at a time mails families. */
  readonly locks: Pick<Locks, 'hold'>;
  readonly report: (error: unknown) => void;
  readonly everyMilliseconds: number;
};

/** Asks what is due, queues it, and delivers what is queued, from time to time until it is stopped. */
export class MessageJob {
  readonly #parts: JobParts;
  readonly #stopped = new AbortController();
  /** How often a studio has met no mail server in a row, and when it tries again. */
  readonly #away = new Map<string, { readonly times: number; readonly until: number }>();
  /** Of each studio what was looked at last for changes. */
  readonly #looked = new Map<string, Looked>();
  readonly #receipts = new ReceiptQueue();
  #awake = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: JobParts) {
    this.#parts = parts;
  }

  async #deliver(studioId: string, rows: readonly MessageRow[]): Promise<void> {
    const { services, report } = this.#parts;
    const before = this.#away.get(studioId);
    if (before && before.until > services.now()) return;
    for (const row of rows) {
      if (this.#stopped.signal.aborted) return;
      try {
        await deliverMessage(services, row);
        this.#away.delete(studioId);
      } catch (error) {
        report(error);
        if (!(error instanceof MailServerAway)) continue;
        const times = (before?.times ?? 0) + 1;
        this.#away.set(studioId, { times, until: services.now() + Math.min(1000 * 2 ** times, longestPause) });
        return;
      }
    }
  }

  async #once(): Promise<void> {
    const { services, report } = this.#parts;
    for (const one of await allSwitches(services)) {
      if (this.#stopped.signal.aborted) return;
      await queueReminders(services, one).catch(report);
      await queueChanges(services, one, this.#looked).catch(report);
      await queuePastDue(services, one).catch(report);
    }
    await this.#receipts.queue(services).catch((error: unknown) => {
      // At the first start, what families did cannot be read yet: the next look finds it.
      if (!(error instanceof ModelNotReady)) report(error);
    });
    const head = await services.store.head();
    if (head !== null) await services.models.reached(head, [messagesModel]);
    const rows = await queuedMessages(messagesModel.read(services.models));
    const full = () => new Error('Too many studios mail families.');
    const inTurn = boundedQueue({ atOnce: studiosAtOnce, waiting: Infinity, full });
    await Promise.all(
      [...Map.groupBy(rows, (row) => row.studio_id)].map(([studioId, own]) =>
        inTurn(() => this.#deliver(studioId, own)),
      ),
    );
  }

  async #look(): Promise<void> {
    try {
      await this.#parts.locks.hold(['messages'], () => this.#once());
    } catch (error) {
      // Another process is at it, or what is queued cannot be read yet.
      if (!(error instanceof Unavailable) && !(error instanceof ModelNotReady)) this.#parts.report(error);
    }
  }

  async #keepLooking(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      this.#awake = new AbortController();
      await this.#look();
      const signal = AbortSignal.any([this.#stopped.signal, this.#awake.signal]);
      await delay(this.#parts.everyMilliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  watch(): void {
    this.#parts.services.messageBell.onRing(() => this.#awake.abort());
    this.#running = this.#keepLooking();
  }

  /** Stops after the attempt under way. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }
}
