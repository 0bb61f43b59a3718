import { expect, test } from 'vitest';
import { complaintIn } from './server.ts';

const line = (pid: number, text: string): string => `2026-11-23 18:10:00.000 UTC [${pid}] ${text}\n`;
const blocked = line(20, 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use');

test('a server that ended says why, although a process of a killed one writes to the log after it', () => {
  const left = line(11, 'FATAL:  connection to client lost');
  for (const log of [left + blocked, blocked + left, left + blocked + line(20, 'LOG:  database system is shut down')])
    expect(complaintIn(log, 20)).toBe('pre-existing shared memory block (key 1, ID 2) is still in use');
});

test('what only another process of the server says counts too, and so does a line of no process', () => {
  const recovery = line(21, 'PANIC:  could not locate a valid checkpoint record');
  const end = line(20, 'LOG:  aborting startup due to startup process failure');
  expect(complaintIn(recovery + end, 20)).toBe('could not locate a valid checkpoint record');
  expect(complaintIn('postgres: error while loading shared libraries\n', 20)).toBe(
    'postgres: error while loading shared libraries',
  );
  expect(complaintIn('', undefined)).toBe('');
});
