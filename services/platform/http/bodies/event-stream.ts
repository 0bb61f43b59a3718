import type { Request, Response } from 'express';
import { nameRecorded } from '../answer.ts';

/** The interval of the comments that keep proxies from closing a quiet stream. */
const heartbeatMilliseconds = 15_000;

export type EventStream = {
  /** Aborted when the reader disconnects before the end. */
  readonly disconnected: AbortSignal;
  readonly send: (event: string, data: unknown) => void;
  /** Sends the last event. */
  readonly end: (event: string, data: unknown) => void;
};

export const wantsEventStream = (request: Request): boolean =>
  request.get('accept')?.includes('text/event-stream') === true;

/** Answers with server-sent events instead of one body. @param recorded what the command has recorded, or will */
export const eventStream = (response: Response, recorded: Parameters<typeof nameRecorded>[1] = {}): EventStream => {
  nameRecorded(response, recorded);
  const disconnected = new AbortController();
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const leave = (): void => {
    clearInterval(heartbeat);
    if (!response.writableEnded) disconnected.abort();
  };
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMilliseconds);
  const send = (event: string, data: unknown): void => {
    if (!response.writableEnded && !response.closed)
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  // A reader who disconnected while the answer was being prepared is not reported twice.
  if (response.closed) leave();
  else response.once('close', leave);
  return {
    disconnected: disconnected.signal,
    send,
    end: (event, data) => {
      send(event, data);
      response.end();
    },
  };
};
