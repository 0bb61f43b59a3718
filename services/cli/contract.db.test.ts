import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer, type TestServerOptions } from '@rondo/tools/eventstoredb-server/test-server.ts';

// Each one starts its own test run.
const patience = 120_000;

const contract = (...args: string[]): Promise<{ code: number; lines: string[] }> =>
  new Promise((resolve) => {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const script = path.resolve(import.meta.dirname, 'contract.ts');
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH, HOME, NODE_COMPILE_CACHE }, timeout: patience },
      (_, stdout) => {
        resolve({ code: child.exitCode ?? -1, lines: stdout.split('\n').filter((line) => line !== '') });
      },
    );
  });

const contractOn = async (options: TestServerOptions) => {
  const server = await startTestServer(options);
  const result = await contract(server.connectionString);
  await server.stop();
  return result;
};

test(
  'the contract runs alone against a connection string: one line a case, exit 0',
  { timeout: patience },
  async () => {
    const { code, lines } = await contractOn({});
    expect(
      lines.every((line) => line.startsWith('ok  ')),
      lines.join('\n'),
    ).toBe(true);
    expect(lines.length).toBeGreaterThanOrEqual(11);
    expect(code).toBe(0);
  },
);

test('a server that breaks the contract exits with 1 and names the failing case', { timeout: patience }, async () => {
  const { code, lines } = await contractOn({ maxAppendBytes: 10 });
  expect(lines).toContain('FAIL what was appended reads back in order, with data and metadata');
  expect(code).toBe(1);
});

test('without an address it prints its usage', async () => {
  expect(await contract('localhost:2113')).toEqual({ code: 2, lines: [] });
});

test.each([
  ['esdb://127.0.0.1:2113', 'with TLS it needs a user and a password'],
  ['esdb://127.0.0.1:1?tls=false', 'did not answer the head of the log'],
  ['postgres://127.0.0.1:1/none', 'ECONNREFUSED'],
])('%s cannot be used: the reason is printed once, exit 1', { timeout: patience }, async (address, reason) => {
  const { code, lines } = await contract(address);
  expect(lines).toEqual([expect.stringContaining(reason)]);
  expect(lines[0]).toMatch(/^FAIL /);
  expect(code).toBe(1);
});
