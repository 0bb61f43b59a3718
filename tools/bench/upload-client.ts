// A caller in a thread of its own, so that the server's thread is measured without the caller's work: sends the files that it is given.
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { fileForm } from '@rondo/services/testing/visitor.ts';

const call = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  file: z.string().nullable(),
  body: z.string().nullable(),
});
export type ThreadCall = z.infer<typeof call>;

parentPort?.on('message', (message: unknown) => {
  const { method, url, headers, file, body } = call.parse(message);
  const sent = file === null ? body : fileForm(file);
  void fetch(url, { method, headers, body: sent }).then(async (response) => {
    const text = await response.text();
    const { status, headers: given } = response;
    const short = text.length > 100_000 ? '' : text;
    const answer = { status, text: short, length: text.length, batchId: given.get('rondo-batch') };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    parentPort?.postMessage(answer);
  });
});
