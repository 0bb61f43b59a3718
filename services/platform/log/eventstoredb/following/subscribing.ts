import type { Delivery, Position } from '@rondo/projections/runner/source.ts';
import { backOff, suspect, type Patience } from '../calls.ts';
import type { Connection } from '../client.ts';
import type { following } from './following.ts';
import { UnreadableEvent } from '../records.ts';

/** A subscription broke and will be resumed. */
export type Drop = { readonly reason: unknown; readonly resumesAfter: Position | null; readonly failures: number };

type From = { readonly after: Position | null; readonly prefixes: readonly string[]; readonly signal: AbortSignal };

/** Subscriptions that survive every break: they resume after the last event taken by the consumer. */
export const subscribing = ({
  connection,
  follow,
  patience,
  closing,
  onDrop,
}: {
  readonly connection: Connection;
  readonly follow: ReturnType<typeof following>;
  readonly patience: Patience;
  readonly closing: AbortSignal;
  readonly onDrop: (drop: Drop) => void;
}) =>
  async function* subscribe(from: From): AsyncGenerator<Delivery> {
    const signal = AbortSignal.any([from.signal, closing]);
    let resumesAfter = from.after;
    let failures = 0;
    while (!signal.aborted) {
      const client = connection.client();
      const opened = performance.now();
      try {
        for await (const delivery of follow(client, resumesAfter, from.prefixes, signal)) {
          yield delivery;
          // Only when the consumer asks for more has it taken this one.
          if (delivery.upTo !== resumesAfter) failures = 0;
          resumesAfter = delivery.upTo;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof UnreadableEvent) throw error;
        suspect(connection, client, error);
        if (performance.now() - opened > patience.longestPause) failures = 0;
        onDrop({ reason: error, resumesAfter, failures });
        await backOff(failures, patience, signal);
        failures += 1;
      }
    }
  };
