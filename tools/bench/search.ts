import { maxImportCards } from '@rondo/contracts/api/people/vcard-file.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { fileForm } from '@rondo/services/testing/visitor.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';
import { done } from './undo.ts';

/** As many as a studio may have. */
const students = 10_000;

const firstNames = ['Leo', 'Ann', 'José', 'Mia', 'Theo', 'Zoë', 'Charlotte', 'Ben', 'Priya', 'Oliver'];
const lastNames = [
  'Vance',
  'Lee',
  'Núñez',
  'Park',
  'Okafor',
  'Lindqvist',
  'Nakamura-Hughes',
  'Ito',
  'Quist',
  'O’Brien',
];
const streets = ['Main St', 'Congress Ave', 'Burnet Rd', 'Lamar Blvd', 'Oak Ln'];

const cardOf = (i: number): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${lastNames[Math.floor(i / 10) % lastNames.length]} ${i};${firstNames[i % firstNames.length]};;;`,
    `TEL;type=CELL:(512) ${String(100 + (i % 900))}-${String(1000 + (i % 9000))}`,
    `ADR;type=HOME:;;${100 + i} ${streets[i % streets.length]};Austin;TX;787${String(1 + (i % 50)).padStart(2, '0')};United States`,
    'END:VCARD',
    '',
  ].join('\r\n');

const searches = ['l', 'leo', 'leo van', 'vance 4711', 'charl naka', '512', '5551', 'congress', '78704', 'inv', 'zzz'];

/** Searches of the largest studio over HTTP. */
export const benchSearch = async ({ newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  for (let from = 0; from < students; from += maxImportCards) {
    const cards = Array.from({ length: maxImportCards }, (_, i) => cardOf(from + i)).join('');
    done(await visitor.call('POST', '/api/students/import-vcards', fileForm(cards)));
  }
  while (done(await visitor.get('/api/students')).json.length < students) await delay(500);
  const rows: Row[] = [];
  const all: number[] = [];
  for (const q of searches) {
    const path = `/api/search?${new URLSearchParams({ q }).toString()}`;
    const times = await timeEach(30, 3, async () => done(await visitor.get(path)));
    all.push(...times);
    rows.push({ what: `search of ${q}`, figures: { 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) } });
  }
  return [
    {
      what: `search of ${students} students`,
      figures: { 'p50 ms': median(all), 'p95 ms': percentile(all, 0.95) },
      aim: 'p95 under 40 ms',
    },
    ...rows,
  ];
};
