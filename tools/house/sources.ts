import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A file that is counted, named from the root. */
export type Source = { readonly name: string; readonly text: string; readonly lines: number };

/** Tests, what only they use, tools, and declarations. */
const notCounted = /\.test\.tsx?$|\.d\.ts$|(^|\/)testing\/|^web\/e2e\/|^tools\/|^scripts\//;

export const isCounted = (name: string): boolean => !notCounted.test(name);

export const sourceOf = (name: string, text: string): Source => ({ name, text, lines: text.split('\n').length - 1 });

/** The production files of the clone, as git lists them, without those that are deleted but not committed yet. */
export const productionFiles = (): Source[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', ':!import-rules-*'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => name !== '' && isCounted(name) && existsSync(path.join(root, name)))
    .map((name) => sourceOf(name, readFileSync(path.join(root, name), 'utf8')));
