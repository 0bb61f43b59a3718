import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commentsOf, sentencesOf, type Sentence } from './sentences.ts';

// Finds phrases that a native reader would stop at, in texts, comments and documents.
const root = path.resolve(import.meta.dirname, '..');

type Phrase = readonly [odd: RegExp, instead: string];

/** Never said: not in texts, comments or documents. */
const neverSaid: readonly Phrase[] = [
  [/\banew\b/i, 'again'],
  [/\bdearest\b/i, 'most expensive'],
  [/\bf(?:a|e)ll(?:s|en)? away\b/i, 'is dropped'],
  [/\bfor good\b(?! (?:measure|reason))/i, 'permanently'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\b(?:behaviour|centre|colour|favour|labelled|learnt|neighbour|recognise)\w*/i, 'the American spelling'],
];

/** Not said in texts, which are short and read by everyone; comments may need the words. */
const notSaidInTexts: readonly Phrase[] = [
  [/\basked for\b/i, 'requested'],
  [/\bgoes on\b/i, 'continues'],
  [/\blies?\b(?! in (?:…|the future))/i, 'is'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/(?<!["'])\bnobody\b(?! at home)/i, 'no one'],
  [/\bof its own accord\b/i, 'automatically'],
  [/\bso many\b/i, 'that many'],
  [/\bstand(?:s|ing)?\b(?! on the (?:invoice|statement)|, and you get)/i, 'is in place'],
];

const problemsIn = (file: string, sentences: readonly Sentence[], phrases: readonly Phrase[]): string[] =>
  sentences.flatMap(({ line, text }) =>
    phrases.flatMap(([odd, instead]) => {
      const [found] = odd.exec(text) ?? [];
      return found === undefined ? [] : [`${file}:${line}: not "${found}" but "${instead}" in: ${text}`];
    }),
  );

/** The lines of a document outside code. */
const linesOf = (markdown: string): Sentence[] =>
  markdown
    .replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((text, index) => ({ line: index + 1, text: text.replaceAll(/`[^`]*`/g, '`...`') }));

const isTest = (file: string): boolean => /\.test\.ts$|\/testing\//.test(file);

const problemsOf = (file: string, source: string): string[] => {
  if (file.endsWith('.md')) return problemsIn(file, linesOf(source), neverSaid);
  if (isTest(file)) return [];
  return [
    ...problemsIn(file, sentencesOf(file, source), [...neverSaid, ...notSaidInTexts]),
    ...problemsIn(file, commentsOf(file, source), neverSaid),
  ];
};

test('a phrase is reported with its place and what to say instead', () => {
  const source = "// Whoever reads\nexport const a = 'stands', b = `Is planned ${a} anew.`;\n";
  expect(problemsOf('a.ts', source)).toEqual([
    'a.ts:2: not "anew" but "again" in: Is planned … anew.',
    'a.ts:1: not "Whoever" but "anyone who" in: Whoever reads',
  ]);
  const screen = 'const A = () => (\n  <p className="lies flat">\n    Your week {1} will\n    stand here\n  </p>\n);\n';
  expect(problemsOf('a.tsx', screen)).toEqual(['a.tsx:3: not "stand" but "is in place" in: will stand here']);
  expect(problemsOf('a.md', 'Text\n```\nanew\n```\nGone for good with `anew`.')).toEqual([
    'a.md:5: not "for good" but "permanently" in: Gone for good with `...`.',
  ]);
});

test('sources and documents are in plain English', { timeout: 180_000 }, async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { cwd: root });
  const files = stdout.split('\n').filter((file) => file !== '');
  expect(files.length).toBeGreaterThan(500);
  const problems = await Promise.all(
    files.map(async (file) => problemsOf(file, await readFile(path.join(root, file), 'utf8'))),
  );
  expect(problems.flat()).toEqual([]);
});
