// npm run test:install: verifies on this machine that a fresh clone installs and runs, in several places and ways, and that its tests run
// where no Chromium is. Not part of npm test: it needs the npm registry, root, and half an hour. Commit first; it clones HEAD.
// npm run test:install -- WORD takes only the cases whose name has the word.
import { execFile } from 'node:child_process';
import { homedir, tmpdir, userInfo } from 'node:os';
import { promisify } from 'node:util';
import { type Account, type Installation, prove } from './clones.ts';
import { withoutChromium } from './without-chromium.ts';

const isRoot = process.getuid?.() === 0;

/** A user who owns nothing here, to run as. */
const ordinaryUser = async (): Promise<Account> => {
  const number = async (option: string): Promise<number> =>
    Number((await promisify(execFile)('id', [option, 'nobody'])).stdout);
  return { uid: await number('-u'), gid: await number('-g') };
};

const here = async (): Promise<Installation[]> => [
  { name: 'clone in a temporary directory, npm install', parent: tmpdir(), install: ['install'] },
  { name: 'npm ci --ignore-scripts', parent: tmpdir(), install: ['ci', '--ignore-scripts'] },
  { name: `clone under the home of ${userInfo().username}`, parent: homedir(), install: ['install'] },
  ...(isRoot
    ? [{ name: 'clone of an ordinary user', parent: '/var/tmp', install: ['install'], as: await ordinaryUser() }]
    : []),
];

/** Root installs Chromium and all tests pass; an ordinary user reads what to install, and all other tests pass. */
const onCopies = async (): Promise<Installation[]> => [
  { name: 'root, no Chromium', parent: '/tmp', install: ['install'], tests: 'all pass' },
  {
    name: 'ordinary user, no Chromium',
    parent: '/var/tmp',
    install: ['install'],
    as: await ordinaryUser(),
    tests: 'all but those in a browser pass',
  },
];

const report = async (name: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
};

const [word = '', place] = process.argv.slice(2);
if (place === 'copy')
  for (const one of await onCopies()) if (one.name === word) await report(one.name, () => prove(one));
if (place === undefined) {
  for (const one of await here()) if (one.name.includes(word)) await report(one.name, () => prove(one));
  for (const { name } of await onCopies())
    if (name.includes(word))
      await report(name, () => withoutChromium([process.execPath, import.meta.filename, name, 'copy']));
}
