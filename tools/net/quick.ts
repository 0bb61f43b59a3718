import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildWebIfNeeded } from '../../scripts/build-web.ts';

export const root = path.resolve(import.meta.dirname, '../..');
/** What is committed: the record with which each change is compared. */
export const committed = path.join(import.meta.dirname, 'recorded');

/** What a visit records, each a file or a folder. */
export const quickParts = {
  openapi: 'openapi.json',
  answers: 'answers',
  events: 'events',
  rows: 'rows',
} as const satisfies Readonly<Record<string, string>>;

const preload = path.join(import.meta.dirname, 'visit/fixed-world.ts');
const program = path.join(import.meta.dirname, 'visit/record-visit.ts');

/**
 * Visits a new Rondo of this code in a process of its own and writes the record into a directory.
 * @param postgres a server to use; one of its own when absent
 */
export const recordVisit = async (directory: string, postgres?: string): Promise<void> => {
  await buildWebIfNeeded();
  // Who names no time zone has the server's.
  const fixed = { TZ: 'UTC', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' };
  const env = { ...process.env, ...fixed, ...(postgres === undefined ? {} : { NET_POSTGRES: postgres }) };
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', preload, program, directory], {
    cwd: root,
    env,
    maxBuffer: 1 << 26,
  });
  process.stderr.write(stderr);
};

/** How a directory or file differs from another one, as git shows it; '' if it does not. */
export const differences = async (before: string, after: string): Promise<string> => {
  const args = ['--no-pager', 'diff', '--no-index', '--no-color', '--unified=4', '--no-renames', before, after];
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 28 });
    return stdout;
  } catch (error) {
    // 1: they differ.
    if (error instanceof Error && 'code' in error && error.code === 1 && 'stdout' in error) return String(error.stdout);
    throw error;
  }
};

const linesOfFile = 30;

/** The beginning of what differs in each file, and how much there is of it. */
export const inShort = (text: string): string => {
  const files = text.trimEnd().split(/^(?=diff --git)/m);
  const placesIn = (file: string): number => file.match(/^@@/gm)?.length ?? 1;
  const short = files.map((file) => {
    const lines = file.trimEnd().split('\n');
    const rest =
      lines.length > linesOfFile ? [`... and ${lines.length - linesOfFile} more lines, ${placesIn(file)} places`] : [];
    return [...lines.slice(0, linesOfFile), ...rest].join('\n');
  });
  const places = files.reduce((sum, file) => sum + placesIn(file), 0);
  return `${short.join('\n')}\n${places} places in ${files.length} files differ.`;
};
