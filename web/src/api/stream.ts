import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CallFailed, unreachable } from './call-failed.ts';
import { isGet, type AnswerTo, type CallName, type InputTo } from './calls.ts';
import { batchesIn, batchHeader, type Answer, type Done } from './client.ts';
import { request, type Sending } from './request.ts';
import type { RequestTimeout, RetrySafety } from './request-timeout.ts';

type StreamFailure = { readonly status: number; readonly detail: string; readonly more?: object };

/**
 * Makes one call that reports progress before it answers.
 * @param onEvent called with the name and data of every event but the last
 * @param options.transport what sends it
 * @param options.safety of repeating it after a lost answer
 * @throws CallFailed with the server's sentence
 */
export const stream = <Name extends CallName>(
  name: Name,
  input: InputTo<Name>,
  onEvent: (name: string, data: Answer['body']) => void,
  signal?: AbortSignal,
  {
    transport,
    safety = isGet(name) ? 'safe' : 'unknown',
  }: { readonly transport?: Sending['transport']; readonly safety?: RetrySafety } = {},
): Promise<Done<AnswerTo<Name>>> => {
  const sending = { accept: 'text/event-stream', safety, signal, transport };
  return request(name, input, sending, async (response, timeout) => {
    for await (const { event = '', data } of eventsOf(response, timeout)) {
      const body: Answer['body'] = JSON.parse(data);
      if (event === 'result') {
        const batches = batchesIn({ batchId: response.headers.get(batchHeader) });
        return { answer: body, batches, calls: [name] };
      }
      if (event === 'error') {
        const { status, detail, more }: StreamFailure = body;
        throw new CallFailed(status, detail, { body: { detail, ...more } });
      }
      onEvent(event, body);
    }
    throw new CallFailed(0, unreachable, { isWordless: true });
  });
};

async function* eventsOf(response: Response, timeout: RequestTimeout): AsyncGenerator<EventSourceMessage> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => void waiting.push(message) });
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    timeout.restart();
    parser.feed(part.value);
    yield* waiting.splice(0);
  }
}
