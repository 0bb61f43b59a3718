import type { CallOf, Endpoint, ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CallFailed, unreachable } from './call-failed.ts';
import { batchHeader, type Answer, type Done } from './client.ts';
import { request, type CallInput } from './request.ts';
import type { Patience } from './patience.ts';

type StreamFailure = { readonly status: number; readonly detail: string };

/**
 * Makes one declared call that reports progress before it answers. Aborting it leaves nothing behind on the server.
 * @param onEvent called with the name and data of every event but the last
 * @throws CallFailed with the server's sentence
 */
export const stream = <const E extends Endpoint>(
  endpoint: E,
  input: CallOf<E> & CallInput,
  onEvent: (name: string, data: Answer['body']) => void,
  signal: AbortSignal,
): Promise<Done<ResponseOf<E>>> => {
  const sending = {
    accept: 'text/event-stream',
    aftermath: endpoint.method === 'GET' ? 'read' : 'unknown',
    signal,
  } as const;
  return request(endpoint, input, sending, async (response, patience) => {
    for await (const { event = '', data } of eventsOf(response, patience)) {
      const body: Answer['body'] = JSON.parse(data);
      if (event === 'result') return { answer: body, batchId: response.headers.get(batchHeader) };
      if (event === 'error') {
        const { status, detail }: StreamFailure = body;
        throw new CallFailed(status, detail);
      }
      onEvent(event, body);
    }
    throw new CallFailed(0, unreachable, { isWordless: true });
  });
};

async function* eventsOf(response: Response, patience: Patience): AsyncGenerator<EventSourceMessage> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => void waiting.push(message) });
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    patience.heard();
    parser.feed(part.value);
    yield* waiting.splice(0);
  }
}
