import { readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Formats that a file makes as soon as it is loaded: each keeps a phone busy for up to 100 ms before the page can answer. */
const madeAtOnce = (code: string): string[] => code.match(/^(?:export )?const \w+ = new Intl\.\w+/gm) ?? [];

test('no file of the pages makes a format of the browser while it is loaded', async () => {
  expect(madeAtOnce("const order = new Intl.Collator('en');\nconst f = () => new Intl.NumberFormat();")).toHaveLength(
    1,
  );
  const { stdout } = await promisify(execFile)('git', ['ls-files', 'web/src', 'contracts'], { cwd: root });
  const files = stdout.split('\n').filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = await Promise.all(
    files.map(async (file) =>
      madeAtOnce(await readFile(path.join(root, file), 'utf8')).map((one) => `${file}: ${one}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});
