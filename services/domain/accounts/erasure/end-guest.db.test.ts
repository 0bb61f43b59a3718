import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandHandler } from '../../../platform/commands/command-handler.ts';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { commandIn, reactorSite, type ReactorSite } from '../../../testing/reactor-site.ts';
import { endGuest, endSessionsOf, eraseStudio } from './erasure-reactor.ts';
import { erasuresAggregate } from './state.ts';
import { streamRegistry } from '../../../platform/postgres/stream-registry.ts';
import { openGuest, promoteGuest } from '../users.ts';

let site: ReactorSite;
beforeAll(async () => {
  site = await reactorSite();
});
afterAll(() => site.close());

const registration = () => ({
  email: `${randomUUID()}@example.com`,
  password: 'six-strings',
  firstName: null,
  lastName: null,
});
const erasuresOf = async (studioId: string): Promise<number> =>
  (await site.store.readStream('erasures')).filter(({ metadata }) => metadata.studioId === studioId).length;

test('a registered user is not a guest, whatever an old session says', async () => {
  const { id } = await openGuest(site);
  await promoteGuest(site, id, registration());
  expect(await endGuest(site, commandIn(id), id)).toBeNull();
  expect(await erasuresOf(id)).toBe(0);
});

test('a guest who is being ended can no longer register', async () => {
  const { id } = await openGuest(site);
  expect(await endGuest(site, commandIn(id), id)).not.toBeNull();
  await expect(promoteGuest(site, id, registration())).rejects.toThrow('This guest session has ended.');
  expect(await erasuresOf(id)).toBe(1);
});

test('of a concurrent registration and sign-out only one succeeds', async () => {
  for (let i = 0; i < 10; i += 1) {
    const { id } = await openGuest(site);
    const [registered] = await Promise.allSettled([
      promoteGuest(site, id, registration()),
      endGuest(site, commandIn(id), id),
    ]);
    expect(await erasuresOf(id)).toBe(registered.status === 'fulfilled' ? 0 : 1);
  }
});

test('a studio has no streams from the moment in which its erasure begins', async () => {
  const studioId = randomUUID();
  const stream = `studio-${studioId}`;
  await streamRegistry(site.db).register(studioId, stream);
  expect(await streamRegistry(site.db).of(studioId)).toEqual([stream]);
  const forgotten: string[] = [];
  const forgetStudio = async (id: string): Promise<void> => {
    expect(await streamRegistry(site.db).of(studioId)).toEqual([]);
    forgotten.push(id);
  };
  await eraseStudio({ ...site, forgetStudio }, studioId);
  expect(forgotten).toEqual([studioId]);
});

test('a log of 20,000 erasures is read within seconds', async () => {
  const store = memoryEventStore();
  const ids = Array.from({ length: 20_000 }, () => randomUUID());
  const metadata = {
    commandId: '',
    inputHash: '',
    correlationId: '',
    causationId: '',
    batchId: '',
    actor: '',
    schemaVersion: 1,
  };
  await store.append(
    'erasures',
    'no_stream',
    ids.map((studioId) => ({
      eventId: randomUUID(),
      type: 'StudioErased',
      data: { studioId },
      metadata: { ...metadata, commandId: studioId, studioId },
    })),
  );
  const before = process.cpuUsage();
  const handler = commandHandler(erasuresAggregate, { store, registry: { register: async () => undefined } });
  expect((await handler.load('erasures')).state.size).toBe(20_000);
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(8);
});

test('the sessions of a studio are found by an index', async () => {
  await sql`insert into accounts.sessions (sid, sess, expire)
    select i::text, json_build_object('actor', json_build_object('studioId', 'studio ' || i)), now() from generate_series(1, 5000) as i`.execute(
    site.db,
  );
  await sql`analyze accounts.sessions`.execute(site.db);
  const { rows } = await sql<Record<string, string>>`explain ${endSessionsOf('studio 7')}`.execute(site.db);
  expect(rows.flatMap((row) => Object.values(row)).join('\n')).toContain('sessions_studio');
});
