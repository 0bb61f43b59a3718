import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { eventIn, recordStudios } from '../domain/studio/transfer/testing/recorded-studio.ts';

type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** Each tool is its own process, which takes time on a busy machine. */
const patience = 120_000;

let databases: Awaited<ReturnType<typeof scratchDatabase>>[];
let folder: string;
let studioId: string;
/** A studio that mails families. */
let mailing: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rondo-files-'));
  databases = [await scratchDatabase(), await scratchDatabase()];
  const store = await postgresEventStore({ connectionString: databases[0]?.connectionString ?? '' });
  [studioId, mailing] = await recordStudios(store);
  const changes = { familyPage: true, sendReminders: true, familyCancel: true };
  const turnedOn = eventIn(mailing, 'StudioSettingsChanged', { changes });
  await store.append(`studio-${mailing}`, 0, [turnedOn]);
  await store.close();
});
afterAll(async () => {
  for (const { drop } of databases) await drop();
  await rm(folder, { recursive: true, force: true });
});

const tool = (name: 'export' | 'import', database: number, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: databases[database]?.connectionString };
    const program = path.join(import.meta.dirname, `${name}.ts`);
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 1 << 26 }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

test(
  'a studio exported here and imported there is exported from there byte for byte',
  async () => {
    const exported = await tool('export', 0, '--studio', studioId);
    expect([exported.code, exported.err]).toEqual([0, '']);
    const events = exported.out.trimEnd().split('\n').length;
    const file = path.join(folder, 'events.jsonl');
    // As npm writes it without --silent.
    await writeFile(file, `\n> rondo@0.1.0 export\n> node services/cli/export.ts --studio ID\n\n${exported.out}`);
    const says = `The log holds ${events} events of studio ${studioId} in 4 streams.`;
    expect(await tool('import', 1, file)).toEqual({ code: 0, out: `${says}\n`, err: '' });
    expect((await tool('export', 1, '--studio', studioId)).out).toBe(exported.out);
  },
  patience,
);

test(
  'an imported studio mails no family and opens no page until its owner turns that on there, also when it is imported again',
  async () => {
    const { out } = await tool('export', 0, '--studio', mailing);
    const file = path.join(folder, 'mailing.jsonl');
    await writeFile(file, out);
    const events = out.trimEnd().split('\n').length;
    const says = `The log holds ${events} events of studio ${mailing} in 4 streams.`;
    expect(await tool('import', 1, file)).toEqual({ code: 0, out: `${says}\n`, err: '' });
    const there = (await tool('export', 1, '--studio', mailing)).out;
    const added = there.split('\n').filter((line) => !out.split('\n').includes(line));
    expect(added.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'StudioSettingsChanged', data: { changes: { familyPage: false, sendReminders: false } } },
    ]);
    expect(Object.keys(JSON.parse(added[0] ?? '').data.changes)).toEqual(['familyPage', 'sendReminders']);
    expect((await tool('import', 1, file)).out).toBe(`${says} ${events} of them already existed.\n`);
    expect((await tool('export', 1, '--studio', mailing)).out).toBe(there);
  },
  patience,
);

test(
  'a failure prints one sentence and exits with 1',
  async () => {
    const file = path.join(folder, 'torn.jsonl');
    await writeFile(file, '{"stream":');
    const answers = await Promise.all([tool('export', 0, '--studio', 'nobody'), tool('import', 1, file)]);
    expect(answers).toEqual([
      { code: 1, out: '', err: 'The log has no events of studio nobody.\n' },
      { code: 1, out: '', err: 'Line 1 is not JSON.\n' },
    ]);
  },
  patience,
);
