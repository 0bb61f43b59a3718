// npm run check: types, lint, format and unused code, side by side; prints each failing part's output and exits 1. Also prints the numbers of the house.
import { spawn } from 'node:child_process';

/** Checks types; what has not changed since the last check is remembered beside the installed packages. */
const typesOf = (project: string, name: string): string[] =>
  `tsc -p ${project} --incremental --tsBuildInfoFile node_modules/.cache/types/${name}.tsbuildinfo`.split(' ');

const parts: Record<string, string[]> = {
  'types (server)': typesOf('.', 'server'),
  'types (web)': typesOf('web', 'web'),
  'types (e2e)': typesOf('web/e2e', 'e2e'),
  lint: ['oxlint', '--type-aware', '--deny-warnings', '.'],
  format: ['oxfmt', '--check', '.'],
  'unused code': ['knip'],
};
/** Numbers for people, which fail nothing. */
const house = ['node', 'tools/house/house.ts'];

const run = (command: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

const started = performance.now();
const [numbers, ...results] = await Promise.all([
  run(house),
  ...Object.entries(parts).map(async ([name, command]) => ({ name, ...(await run(command)) })),
]);
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) console.log(output);
}
console.log(numbers.output.trimEnd());
console.log(`check: ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (results.some(({ code }) => code !== 0)) process.exitCode = 1;
