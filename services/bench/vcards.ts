import { maxImportCards } from '@rondo/contracts/api/vcard-import.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileForm, type Visitor } from '../testing/visitor.ts';
import type { BenchRondo } from './bench-rondo.ts';
import type { Row } from './measure.ts';

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

const done = ({ status, text, json, headers }: Awaited<ReturnType<Visitor['post']>>) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return { json, batchId: headers.get('rondo-batch') };
};

/** How long one call takes, and the longest time for which it blocked the event loop of the server, which is this process. */
const watched = async (call: () => Promise<unknown>) => {
  const watch = monitorEventLoopDelay({ resolution: 1 });
  watch.enable();
  const started = performance.now();
  await call();
  const seconds = (performance.now() - started) / 1000;
  watch.disable();
  const blocked = (share: number): number => watch.percentile(share) / 1e6;
  return {
    s: seconds,
    'blocked p50 ms': blocked(50),
    'p99 ms': blocked(99),
    'p99.9 ms': blocked(99.9),
    'max ms': watch.max / 1e6,
  };
};

/** Importing the largest vCard file over HTTP into an empty studio, and the same file again. */
export const benchVcards = async ({ newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  const form = () => fileForm(families());
  const idle = await watched(() => delay(2000));
  const preview = await watched(async () => done(await visitor.post('/api/students/import-vcards/preview', form())));
  let batchId: string | null = null;
  const first = await watched(async () => {
    const imported = done(await visitor.post('/api/students/import-vcards', form()));
    ({ batchId } = imported);
    if (imported.json.imported !== maxImportCards) throw new Error(imported.json.message);
  });
  const shown = await watched(async () => {
    while (done(await visitor.get('/api/students')).json.length < maxImportCards) await delay(50);
  });
  const again = await watched(async () => done(await visitor.post('/api/students/import-vcards', form())));
  const undo = await watched(async () => done(await visitor.post('/api/undo', { batchId })));
  return [
    { what: 'the event loop while nothing happens', figures: idle },
    { what: `preview of ${maxImportCards} cards`, figures: preview, aim: 'blocked under 20 ms' },
    { what: `import of ${maxImportCards} cards`, figures: first, aim: 'under 10 s, blocked under 20 ms' },
    { what: 'until GET /api/students lists them all', figures: shown },
    { what: 'the same file again', figures: again, aim: 'blocked under 20 ms' },
    { what: 'undo of the import', figures: undo },
  ];
};
