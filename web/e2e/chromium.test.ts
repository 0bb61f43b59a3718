import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

// A machine without Chromium: the PATH names one folder with an apt-get of the test's own, which installs by writing a file.
let folder: string;
const program = JSON.stringify(path.resolve(import.meta.dirname, 'chromium.ts'));

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rondo-chromium-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, script: string): Promise<void> => {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
};

/** Looks for Chromium as a run of the tests does, in a process of its own. */
const look = async (): Promise<string> => {
  const print = `import(${program}).then(({ chromiumPath }) => chromiumPath()).then((found) => console.log('FOUND ' + found)).catch((error) => console.log(error.message))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', print], {
    env: {
      PATH: folder,
      HOME: folder,
      PLAYWRIGHT_BROWSERS_PATH: path.join(folder, 'browsers'),
      PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
    },
  });
  return stdout;
};

// Only root installs with the system's package manager.
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

test.runIf(isRoot)('three runs at the same time install one Chromium, once, and show its progress', async () => {
  const chromium = path.join(folder, 'chromium');
  await write(
    'apt-get',
    `echo "$1" >> ${folder}/calls\necho "apt-get says $1"\nif [ "$1" = install ]; then /bin/sleep 1; printf '#!/bin/sh\\n' > ${chromium}; /bin/chmod 755 ${chromium}; fi`,
  );
  const outputs = await Promise.all([look(), look(), look()]);
  for (const output of outputs) expect(output).toContain(`FOUND ${chromium}`);
  expect(outputs.filter((output) => output.includes('apt-get says install'))).toHaveLength(1);
  expect(await readFile(path.join(folder, 'calls'), 'utf8')).toBe('update\ninstall\n');
});

test.runIf(isRoot)('a system that has no Chromium without windows installs the other one', async () => {
  const chromium = path.join(folder, 'chromium');
  await write(
    'apt-get',
    `for name; do :; done\nif [ "$name" = chromium ]; then printf '#!/bin/sh\\n' > ${chromium}; /bin/chmod 755 ${chromium}; else exit 100; fi`,
  );
  expect(await look()).toContain(`FOUND ${chromium}`);
});

test('a Chromium without windows comes first', async () => {
  for (const name of ['chromium', 'chromium-headless-shell']) await write(name, 'exit 0');
  expect(await look()).toContain(`FOUND ${path.join(folder, 'chromium-headless-shell')}`);
});

test('a Chromium that does not start is none', async () => {
  await write('chromium', 'exit 127');
  await write('google-chrome', 'exit 0');
  expect(await look()).toContain(`FOUND ${path.join(folder, 'google-chrome')}`);
});

test('one sentence says what to install where none can be had', async () => {
  await write('apt-get', 'exit 100');
  const output = await look();
  expect(output).toContain('The end-to-end tests need Chromium, and none can be installed here.');
  expect(output).toContain('apt-get install chromium');
});
