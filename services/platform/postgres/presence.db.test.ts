import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beAlone, bePresent } from './presence.ts';

let database: ScratchDatabase;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.drop());

const present = `select pid from pg_stat_activity where datname = current_database() and application_name = 'rondo presence'`;
const endConnections = () => database.query(`select pg_terminate_backend(pid), pid from (${present}) own`);

test('many are present together; whoever wants to be alone is refused until they have gone, and then keeps others away', async () => {
  const [one, two] = [await bePresent(database), await bePresent(database)];
  await expect(beAlone(database.connectionString)).rejects.toThrow('is working on this database');
  await one.stop();
  await expect(beAlone(database.connectionString)).rejects.toThrow('is working on this database');
  await two.stop();
  const alone = await beAlone(database.connectionString);
  await expect(beAlone(database.connectionString)).rejects.toThrow('is working on this database');
  await expect(bePresent(database)).rejects.toThrow('is being moved by npm run move-log');
  await alone.check();
  await alone.stop();
  await (await bePresent(database)).stop();
});

test('a broken connection is replaced, and whoever is alone notices that it is not any more', async () => {
  const here = await bePresent(database);
  const [before] = await database.query<{ pid: number }>(present);
  await endConnections();
  await expect
    .poll(async () => (await database.query<{ pid: number }>(present)).filter(({ pid }) => pid !== before?.pid))
    .toHaveLength(1);
  await expect(beAlone(database.connectionString)).rejects.toThrow('is working on this database');
  await here.stop();

  const alone = await beAlone(database.connectionString);
  await endConnections();
  await expect(alone.check()).rejects.toThrow('Run the same command again.');
  await alone.stop();
});

test('a process whose log was moved while its connection was broken is told to end', async () => {
  const evicted = Promise.withResolvers<Error>();
  const here = await bePresent({ ...database, evicted: evicted.resolve, stillOurs: async () => false });
  await endConnections();
  expect((await evicted.promise).message).toContain('was moved while this process had lost its connection');
  await here.stop();
});
