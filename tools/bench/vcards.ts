import { maxImportCards } from '@rondo/contracts/api/people/vcard-file.ts';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Visitor } from '@rondo/services/testing/visitor.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { percentile, type Row } from './measure.ts';
import type { ThreadCall } from './upload-client.ts';

/** A file of as many families as may be imported at once, each with a photo of 300 bytes. */
const families = (): string => {
  const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${'/9j/4AAQ'.repeat(9)}\r\n ${'/9j/4AAQ'.repeat(9)}\r\n ${'/9j/4AAQ'.repeat(9)}`;
  const cards = Array.from({ length: maxImportCards }, (_, i) =>
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `N:Bench ${i};Student ${i};;;`,
      `FN:Student ${i} Bench ${i}`,
      `TEL;type=CELL:(512) ${String(100 + (i % 900))}-${String(1000 + i)}`,
      `item1.EMAIL;type=INTERNET:student${i}@example.com`,
      `item2.ADR;type=HOME:;;${100 + i} Main St;Austin;TX;787${String(1 + (i % 50)).padStart(2, '0')};United States`,
      photo,
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
  return cards.join('');
};

const answer = z.object({ status: z.number(), text: z.string(), length: z.number(), batchId: z.string().nullable() });

/** Sends calls from another thread. */
export const callerIn = (worker: Worker, visitor: Visitor, url: string) => {
  const send = async (given: Pick<ThreadCall, 'method'> & { path: string; file?: string; body?: object }) => {
    const { method, path, file = null, body } = given;
    const headers = { ...visitor.cookies, ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const message = { method, url: url + path, headers, file, body: body ? JSON.stringify(body) : null };
    const answered = once(worker, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    worker.postMessage(message satisfies ThreadCall);
    const [received] = await answered;
    const got = answer.parse(received);
    if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
    return got;
  };
  return send;
};

/**
 * How long some work takes, and for how much of its processor's time it blocked the event loop at most: how long the thread worked between two
 * turns of a timer. Waiting for a processor that other programs use does not count.
 */
export const watched = async (work: () => Promise<unknown>) => {
  const blocks: number[] = [];
  const busy = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = busy();
  const timer = setInterval(() => {
    const now = busy();
    blocks.push(now - before);
    before = now;
  }, 1);
  const [from, started] = [busy(), performance.now()];
  await work();
  clearInterval(timer);
  return {
    s: (performance.now() - started) / 1000,
    'cpu s': (busy() - from) / 1000,
    'blocked p99 ms': percentile(blocks, 0.99),
    'p99.9 ms': percentile(blocks, 0.999),
    'max ms': Math.max(...blocks),
  };
};

/** Importing the largest vCard file over HTTP into an empty studio, the same file again, and undoing it. */
export const benchVcards = async ({ newVisitor, url }: BenchRondo): Promise<Row[]> => {
  const worker = new Worker(new URL('./upload-client.ts', import.meta.url));
  try {
    return await measured(callerIn(worker, await newVisitor(), url));
  } finally {
    await worker.terminate();
  }
};

const measured = async (send: ReturnType<typeof callerIn>): Promise<Row[]> => {
  const file = families();
  const path = '/api/students/import-vcards';
  // The first geocoded address reads the list of places.
  const someone = { firstName: 'Ann', lastName: 'Lee', address: '1905 S 5th St, Austin, TX 78704' };
  await send({ method: 'POST', path: '/api/students', body: someone });
  await send({ method: 'POST', path: `${path}/preview`, file: file.slice(0, 20_000) });
  const preview = await watched(() => send({ method: 'POST', path: `${path}/preview`, file }));
  let batchId: string | null = null;
  const first = await watched(async () => {
    ({ batchId } = await send({ method: 'POST', path, file }));
  });
  const shown = await watched(async () => {
    while ((await send({ method: 'GET', path: '/api/students' })).length < maxImportCards * 300) await delay(50);
  });
  const again = await watched(() => send({ method: 'POST', path, file }));
  const undo = await watched(() => send({ method: 'POST', path: '/api/undo', body: { batchId } }));
  return [
    { what: `preview of ${maxImportCards} cards`, figures: preview, aim: 'blocked under 20 ms' },
    { what: `import of ${maxImportCards} cards`, figures: first, aim: 'under 10 s, blocked under 20 ms' },
    { what: 'until GET /api/students lists them all', figures: shown },
    { what: 'the same file again', figures: again, aim: 'blocked under 20 ms' },
    { what: 'undo of the import', figures: undo },
  ];
};
