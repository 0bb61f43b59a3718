import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { missingSchemas } from './lean-contracts.ts';
import { contractSplitter } from './split-contract.ts';

const splitOf = async (files: Readonly<Record<string, string>>, name: string) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-contracts-'));
  for (const [file, code] of Object.entries(files)) await writeFile(path.join(folder, file), code);
  const { plainNames, modules } = await contractSplitter()(path.join(folder, name));
  return { plainNames: [...plainNames], modules };
};

const shapes = `
  import { z } from 'zod';
  export const missing = 'Please type it.';
  export const typed = (max: number) => z.string().max(max);
`;

test('a call is plain, although its declaration has schemas', async () => {
  const { plainNames, modules } = await splitOf(
    {
      'shapes.ts': shapes,
      'songs.ts': `
        import { endpoint } from './endpoint.ts';
        import { typed } from './shapes.ts';
        const song = typed(10);
        export const saveSong = endpoint({ method: 'POST', path: '/api/song', body: song, response: song });
      `,
      'endpoint.ts': 'export const endpoint = <E>(declared: E): E => declared;',
    },
    'songs.ts',
  );
  expect(plainNames).toEqual(['saveSong']);
  expect(modules?.plain).toContain('const saveSong = { method: "POST", path: "/api/song" };');
  expect(modules?.plain).not.toMatch(/shapes|import/);
});

test('what needs a schema, itself or through another name or file, is not plain', async () => {
  const files = {
    'shapes.ts': shapes,
    'rules.ts': `
      import { missing, typed } from './shapes.ts';
      const name = typed(5);
      export const message = missing;
      export const isName = (text: string) => name.safeParse(text).success;
      export const longest = 5;
    `,
  };
  const { plainNames, modules } = await splitOf(files, 'rules.ts');
  expect(plainNames).toEqual(['message', 'longest']);
  expect(modules?.plain).toMatch(/import \{ missing as missing \} from ".*shapes\.ts\?plain"/);
  expect(modules?.schemas).toContain('isName');
});

test('a contract without schemas stays as it is', async () => {
  const { modules } = await splitOf({ 'days.ts': 'export const days = 7;' }, 'days.ts');
  expect(modules).toBeNull();
});

test('a screen that asks for a schema of a call is reported', () => {
  const screen = `import { login, logout as leave } from '@rondo/contracts/api/accounts.ts';`;
  expect(missingSchemas(`${screen} form(login.body); leave.response;`)).toEqual(['login.body', 'leave.response']);
  expect(missingSchemas(`${screen} call(login, { body }); type Body = typeof login.body;`)).toEqual([]);
});
