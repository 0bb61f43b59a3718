import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../app/config/config.ts';
import { startRondo, type Rondo } from '../../app/rondo.ts';
import { Visitor } from '../../testing/visitor.ts';

let database: ScratchDatabase;
let dataDir: string;
const running: Rondo[] = [];
beforeAll(async () => {
  database = await scratchDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-roles-'));
});
afterAll(async () => {
  for (const rondo of running) await rondo.stop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const start = async (roles: string): Promise<{ rondo: Rondo; url: string }> => {
  const rondo = await startRondo(
    readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      NOW: '2026-11-23T15:00:00Z',
      SESSION_SECRET: 'one secret for all of them',
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      ROLES: roles,
    }),
  );
  running.push(rondo);
  return { rondo, url: `http://127.0.0.1:${rondo.port}` };
};

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

test('roles can be split: two API processes show what either wrote, and a second projector takes over', async () => {
  const api = await start('api');
  expect(await isReady(api.url)).toBe(false);
  const projector = await start('projector');
  await vi.waitFor(async () => expect(await isReady(api.url)).toBe(true), 10_000);
  await vi.waitFor(async () => expect(await isReady(projector.url)).toBe(true), 10_000);
  const spare = await start('projector');
  const other = await start('api');
  await vi.waitFor(async () => expect(await isReady(other.url)).toBe(true), 10_000);

  const dana = await new Visitor(api.url).register('dana@example.com');
  const add = async (firstName: string): Promise<number> =>
    (await dana.post('/api/students', { firstName, lastName: 'Lee', address: '78704' })).status;
  expect(await add('Ann')).toBe(200);

  const elsewhere = new Visitor(other.url);
  await elsewhere.post('/api/login', { email: 'dana@example.com', password: 'six-strings' });
  const names = async (): Promise<string[]> =>
    (await elsewhere.get('/api/students')).json.map(({ firstName }: { firstName: string }) => firstName);
  expect(await names()).toEqual(['Ann']);

  await projector.rondo.stop();
  await vi.waitFor(async () => expect(await add('Ben')).toBe(200), 10_000);
  expect(await names()).toContain('Ben');
  expect(await isReady(spare.url)).toBe(true);
});

test('an API process that starts on a quiet log learns that every model has caught up, and can undo', async () => {
  const api = await start('api');
  const dana = new Visitor(api.url);
  await vi.waitFor(async () => expect((await dana.get('/readyz')).status).toBe(200), 10_000);
  await dana.register('marcus@example.com');
  const teacher = { name: 'Marcus Bell', phone: '(512) 555-0100', email: 'marcus@example.com', availability: [] };
  const { json } = await dana.post('/api/teachers', teacher);
  const when = { lessonDate: '2026-12-01', startTime: '16:00', duration: 45 };
  const entry = { entryType: 'appointment', eventTitle: 'Orchestra', teacherId: json.id, ...when };
  const made = await dana.post('/api/lessons', entry);
  expect(made.status, made.text).toBe(200);

  const other = await start('api');
  const late = new Visitor(other.url);
  await late.post('/api/login', { email: 'marcus@example.com', password: 'six-strings' });
  const undo = () => late.post('/api/undo', { batchId: made.headers.get('rondo-batch') });
  await vi.waitFor(async () => expect((await undo()).status).toBe(200), 15_000);
  for (const { rondo } of [api, other]) {
    running.splice(running.indexOf(rondo), 1);
    await rondo.stop();
  }
});

test('a projector answers operational calls only', async () => {
  const { url } = await start('projector');
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect((await fetch(`${url}/api/current-user`)).status).toBe(404);
});

test('one role alone needs a database that others can reach', async () => {
  const config = readConfig({ ROLES: 'api', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  await expect(startRondo(config)).rejects.toThrow('set DATABASE_URL');
});
