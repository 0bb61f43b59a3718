import { Worker } from 'node:worker_threads';
import { stopExchange, type Exchange } from '../search/exchange.ts';
import type { Instance } from '../week/instance.ts';
import type { Mode } from '../week/totals.ts';

/** The input of the partner's thread. */
export type PartnerJob = {
  readonly instance: Instance;
  readonly mode: Mode;
  readonly seed: number;
  /** Its budget, in case it is not stopped. */
  readonly seconds: number;
  readonly exchange: Exchange;
};

/** A second thread that proves while the first one searches. It loads its solver in the background. */
export type Partner = {
  /** Whether its thread has finished loading. */
  readonly isReady: () => boolean;
  /** Starts it; it writes its results to the exchange until that is stopped. */
  readonly begin: (job: PartnerJob) => void;
  /** Terminates the thread, whatever it is doing. */
  readonly close: () => Promise<void>;
};

export const openPartner = (): Partner => {
  const ready = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL('partner-worker.ts', import.meta.url), { workerData: ready });
  let exchange: Exchange | undefined;
  worker.unref();
  return {
    isReady: () => Atomics.load(ready, 0) === 1,
    begin: (job) => {
      exchange = job.exchange;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage(job);
    },
    close: async () => {
      if (exchange) stopExchange(exchange);
      await worker.terminate();
    },
  };
};
