import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadFault } from './faults.ts';
import type { LogRecord } from './log.ts';
import { asError, eventMessage, unavailable } from './messages.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Nothing more goes out on this call. */
export class CallOver extends Error {}

/** Writes a call's messages no faster than its reader takes them, and applies its fault. */
export const outgoing = (call: ReadCall, fault: ReadFault | undefined, onEvent: () => void) => {
  const over = new AbortController();
  call.on('cancelled', () => over.abort());
  call.on('close', () => over.abort());
  const ended = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(new CallOver()), { once: true });
  });
  ended.catch(() => undefined);
  let events = 0;

  const send = async (message: ReadResp): Promise<void> => {
    if (call.cancelled || over.signal.aborted) throw new CallOver();
    if (!call.write(message)) await Promise.race([once(call, 'drain'), ended]);
  };

  const suffer = async (): Promise<void> => {
    if (!fault) return;
    if (fault.fault === 'slow') await Promise.race([delay(fault.milliseconds), ended]);
    if (!('after' in fault) || events < fault.after) return;
    if (fault.fault === 'silence') await ended;
    if (fault.fault === 'unavailable') call.emit('error', asError(unavailable()));
    if (fault.fault === 'clean end') call.end();
    throw new CallOver();
  };

  return {
    ended,
    send,
    sendEvent: async (record: LogRecord): Promise<void> => {
      await suffer();
      await send(eventMessage(record));
      if (fault?.fault === 'duplicates') await send(eventMessage(record));
      events += 1;
      onEvent();
    },
    /** Faults that come after the last event of a call. */
    suffer,
  };
};

export type Outgoing = ReturnType<typeof outgoing>;
