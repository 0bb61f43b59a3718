import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsSchema, type AccountsDb } from '../../platform/postgres/tables.ts';
import { streamRegistry } from '../../platform/postgres/stream-registry.ts';
import { postgresEventStore } from '../../platform/log/postgres/postgres-event-store.ts';
import { importStudio } from '../studio/transfer/import-studio.ts';
import { mondayMorning } from '../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../testing/visitor.ts';
import { december, kimInDecember } from './testing/studio-of-kim.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());

/** A studio whose invoice was sent before names, addresses and settings changed. */
const sentAndChanged = async () => {
  const { dana, teacher, kim } = await kimInDecember(rondo);
  ok(await dana.put(`/api/students/${kim}`, { address: '12 Oak St', city: 'Austin', zipCode: '78704' }));
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', paymentInstructions: 'By check.' }));
  const wish = { teacherId: null, ...december, selectedStudentIds: [kim] };
  const [{ id }] = ok(await dana.post('/api/invoices/generate', wish));
  ok(await dana.patch(`/api/invoices/${id}`, { notes: 'An early note.' }));
  ok(await dana.put(`/api/invoices/${id}/status`, { status: 'sent' }));
  ok(await dana.put(`/api/students/${kim}`, { lastName: 'Young', address: '9 Elm St' }));
  ok(await dana.put(`/api/teachers/${teacher}`, { name: 'Dana Young' }));
  ok(await dana.patch('/api/settings', { studioName: 'Young Strings', paymentTermsDays: 3 }));
  ok(await dana.patch(`/api/invoices/${id}`, { notes: 'A later note.' }));
  return { dana, id };
};

/** Another server with a studio's file and its user. */
const movedTo = async (dana: Visitor, lines: readonly string[], use: (dana: Visitor) => Promise<void>) => {
  const { id: studioId, email } = ok(await dana.get('/api/user'));
  const [user] = await rondo.query('select * from accounts.users where id = $1', [studioId]);
  const target = await testRondo(mondayMorning, {}, async (connectionString) => {
    const pool = connectionPool({ connectionString, max: 2, name: 'test' });
    await applySchema(pool, accountsSchema);
    const store = await postgresEventStore({ connectionString });
    const registry = streamRegistry(new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool }) }));
    await importStudio({ store, registry }, lines);
    await pool.query('insert into accounts.users select * from json_populate_record(null::accounts.users, $1)', [
      JSON.stringify(user),
    ]);
    await store.close();
    await pool.end();
  });
  try {
    const there = target.visitor();
    ok(await there.post('/api/login', { email, password: 'six-strings' }));
    await use(there);
  } finally {
    await target.stop();
  }
};

/** The line of an event as versions of Rondo wrote it that kept no print. */
const withoutPrint = (line: string): string => {
  const { data, ...event } = JSON.parse(line);
  const { print: _, ...rest } = data;
  return JSON.stringify({ ...event, data: event.stream.startsWith('billing-') ? rest : data });
};

test('what a sent invoice says moves with its studio, also that of a version that kept it in no event', async () => {
  const { dana, id } = await sentAndChanged();
  const read = async (visitor: Visitor) => ok(await visitor.get(`/api/invoices/${id}`));
  const { print, keptAt, printedName } = await read(dana);
  expect(JSON.stringify(print)).not.toMatch(/Young|Elm|later/);
  expect(print).toMatchObject({ billedTo: ['Kim Park', '12 Oak St', 'Austin 78704'], dueOn: '2026-12-07' });
  expect(printedName).toBe('Kim Park');
  const file = (await dana.get('/api/studio.jsonl')).text.trimEnd().split('\n');
  const earlier = file.map(withoutPrint);
  expect(earlier).not.toEqual(file);
  for (const lines of [file, earlier])
    await movedTo(dana, lines, async (there) => {
      expect(await read(there)).toMatchObject({ print, keptAt, studentName: 'Kim Young', printedName: 'Kim Park' });
      expect(ok(await there.get('/api/invoices'))).toMatchObject([{ printedName: 'Kim Park' }]);
      // Its next event keeps it from then on, in the same words.
      ok(await there.put(`/api/invoices/${id}/status`, { status: 'paid' }));
      expect(await read(there)).toMatchObject({ print, keptAt, printedName: 'Kim Park' });
    });
});

test('sent invoices of the sample studio keep their words as others do, the same that a log without words gives', async () => {
  const dana = await rondo.visitor().register('sample@example.com');
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', paymentInstructions: 'By check.' }));
  ok(await dana.post('/api/sample-studio'));
  const listed: { id: string; studentId: string; studentName: string; status: string }[] = ok(
    await dana.get('/api/invoices'),
  );
  const sent = listed.filter(({ status }) => status !== 'draft');
  expect(sent).toHaveLength(3);
  const read = (visitor: Visitor) =>
    Promise.all(sent.map(async ({ id }) => ok(await visitor.get(`/api/invoices/${id}`)).print));
  const prints = await read(dana);
  expect(prints).toMatchObject(
    sent.map(({ studentName }) => ({
      studioName: 'Whitfield Strings',
      billedTo: [studentName, expect.any(String), expect.stringContaining('Austin')],
      heading: expect.stringMatching(/^Lessons with (Dana Whitfield|Marcus Bell)$/),
      dueOn: expect.any(String),
    })),
  );
  const file = (await dana.get('/api/studio.jsonl')).text.trimEnd().split('\n');
  const events: { type: string; data: { invoiceId: string; print?: unknown } }[] = file.map((line) => JSON.parse(line));
  const first = new Map(
    events
      .filter(({ type }) => type === 'InvoiceStatusSet')
      .toReversed()
      .map(({ data }) => [data.invoiceId, data.print]),
  );
  expect(sent.map(({ id }) => first.get(id))).toEqual(prints);
  await movedTo(dana, file.map(withoutPrint), async (there) => expect(await read(there)).toEqual(prints));

  for (const { studentId } of sent)
    ok(await dana.put(`/api/students/${studentId}`, { lastName: 'Young', address: '9 Elm St' }));
  ok(await dana.patch('/api/settings', { studioName: 'Young Strings', currency: 'JPY' }));
  expect(await read(dana)).toEqual(prints);
});

test('erasing a studio leaves nothing of what its invoices say', async () => {
  const { dana } = await sentAndChanged();
  const { id: studioId } = ok(await dana.get('/api/user'));
  const tables = await rondo.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  // In one statement: a connection for each of a hundred tables takes seconds.
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} as one where one::text like $1 and one::text like '%12 Oak St%')`,
  );
  const holding = async (): Promise<string[]> =>
    (await rondo.query<{ name: string }>(each.join(' union all '), [`%${studioId}%`])).map(({ name }) => name);
  expect((await holding()).length).toBeGreaterThan(1);
  ok(await dana.delete('/api/user', { password: 'six-strings' }));
  await expect.poll(holding).toEqual([]);
});
