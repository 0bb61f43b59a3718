import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { configSchema, readConfig } from './config/config.ts';
import { image } from '../platform/log/testing/docker-server.ts';

const service = z.object({
  build: z.string().optional(),
  image: z.string(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  healthcheck: z.object({ test: z.array(z.string()).min(2) }),
});
const file = await readFile(path.resolve(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
const { services } = z.object({ services: z.record(z.string(), service) }).parse(parse(file, { merge: true }));

/** The values that compose passes on when only what it requires is set outside. */
const environmentOf = ({ environment }: z.infer<typeof service>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, 'a key of one’s own'),
    ]),
  );

const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

test('two API processes and a projector are ours', () => {
  expect(ours.map(([, { environment }]) => environment['ROLES'])).toEqual(['api', 'api', 'projector']);
});

test.each(ours)('%s sets only known settings, to valid values', (_, one) => {
  const known = Object.keys(configSchema.shape);
  expect(Object.keys(one.environment).filter((name) => !known.includes(name))).toEqual([]);
  expect(readConfig(environmentOf(one)).NODE_ENV).toBe('production');
});

test('compose does not start without a session secret of one’s own', () => {
  expect(ours.map(([, { environment }]) => environment['SESSION_SECRET'])).toEqual(
    ours.map(() => expect.stringMatching(/^\$\{SESSION_SECRET:\?[^}]+\}$/)),
  );
});

test('Rondo and the event store’s node agree on the largest append', () => {
  const sizes = Object.values(services).flatMap(({ environment }) => environment['EVENTSTORE_MAX_APPEND_SIZE'] ?? []);
  expect(sizes).toEqual(Array.from({ length: 4 }, () => String(8 * 1024 * 1024)));
});

test('every external image is pinned, and the event store’s is the one the contract is tested on', () => {
  const others = Object.values(services).filter(({ build }) => build === undefined);
  for (const { image } of others) expect(image).toMatch(/:\d+\.\d+/);
  expect(services['eventstore']?.image).toBe(image);
});
