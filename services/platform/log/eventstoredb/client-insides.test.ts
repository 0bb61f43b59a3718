import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as insides from './client-insides.ts';

const { resolve } = createRequire(import.meta.url);

test('what is used of the client’s inside is there, in the version that it is known of', async () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(resolve('@eventstore/db-client/package.json'), 'utf8')));
  const documented = await readFile(new URL('client-insides.ts', import.meta.url), 'utf8');
  expect(documented).toContain(`version ${version}, `);
  expect(insides.parseConnectionString('esdb://a:b@host:1').hosts).toEqual([{ address: 'host', port: 1 }]);
  const append = new insides.streams.BatchAppendReq().setCorrelationId(new insides.shared.UUID().setString('one'));
  expect(append.getCorrelationId()?.getString()).toBe('one');
  expect([typeof insides.StreamsClient.prototype.batchAppend, typeof insides.unpackToCommandError]).toEqual([
    'function',
    'function',
  ]);
});
