import { execFile } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The operating system user that PostgreSQL's programs run as. When `undefined`, they run as the user of the Node process. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL inherits nothing of our environment (secrets, PG* variables, LD_LIBRARY_PATH); locale C keeps its messages parseable. */
const smallEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  SystemRoot: process.env['SystemRoot'],
  LC_ALL: 'C',
};

/** How every PostgreSQL program is spawned: as `account`, in a directory that all users may enter, with a minimal environment. */
export const spawnOptions = (account: Account | undefined) => ({
  cwd: '/',
  env: smallEnvironment,
  windowsHide: true,
  ...(account && { uid: account.uid, gid: account.gid }),
});

const isRoot = (): boolean => process.getuid?.() === 0;

const accountsOf = (passwd: string): Account[] =>
  passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));

/**
 * The account to run a new database as. PostgreSQL refuses to run as root, so root uses `postgres`, else `nobody`;
 * other users run it as themselves (`undefined`).
 */
export const databaseAccount = async (): Promise<Account | undefined> => {
  if (!isRoot()) return undefined;
  const accounts = accountsOf(await readFile('/etc/passwd', 'utf8')).filter(
    ({ uid }) => Number.isInteger(uid) && uid !== 0,
  );
  const account = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  if (account) return account;
  throw new Error(
    'Rondo runs as root, its database must not, and this machine has neither a user "postgres" nor "nobody" to run it as. ' +
      'Start Rondo as an ordinary user, or set DATABASE_URL.',
  );
};

/**
 * The account that must run an existing database because it owns it: as root, the owner, unless that is root itself (then as for a new
 * database); otherwise only the current user.
 * @throws Error with a sentence when the owner is a user we cannot switch to
 */
export const accountOfOwner = async (
  dir: string,
  { uid, gid }: { uid: number; gid: number },
): Promise<Account | undefined> => {
  if (isRoot()) return uid === 0 ? databaseAccount() : { name: `with the id ${uid}`, uid, gid };
  if (process.getuid === undefined || uid === process.getuid()) return undefined;
  throw new Error(
    `The database in ${dir} belongs to another user (id ${uid}). Start Rondo as that user or as root, or choose another DATA_DIR.`,
  );
};

/** Makes `account` the owner of a file or directory that we have just created. */
export const giveTo = async (account: Account | undefined, file: string): Promise<void> => {
  if (account) await chown(file, account.uid, account.gid);
};

/** The line of a program's output that names the cause. */
const causeIn = (output: string): string | undefined => {
  const lines = output.trim().split('\n');
  return lines.find((line) => /error|fatal|panic|could not/i.test(line)) ?? lines.at(-1);
};

/**
 * Runs a program to its end as `account`.
 * @throws Error with the program's stderr as message
 */
export const runProgram = async (program: string, args: string[], account: Account | undefined): Promise<void> => {
  try {
    await promisify(execFile)(program, args, spawnOptions(account));
  } catch (error) {
    const cause = error instanceof Error && 'stderr' in error ? causeIn(String(error.stderr)) : undefined;
    throw new Error(cause || (error instanceof Error ? error.message : String(error)), { cause: error });
  }
};

/** Whether `account` can enter and write to a directory. Tested by the system itself, since modes do not cover ACLs and FUSE. */
export const canUse = async (account: Account | undefined, dir: string): Promise<boolean> => {
  if (!account) return true;
  return runProgram('/bin/sh', ['-c', 'cd -- "$1" && test -w .', 'sh', dir], account).then(
    () => true,
    () => false,
  );
};
