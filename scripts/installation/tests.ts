import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** What npm test has to come to on a machine. */
export type Outcome = 'all pass' | 'all but those in a browser pass';

/** How many tests run without a browser, at least. */
const otherTests = 3000;

type Run = { readonly code: unknown; readonly output: string };

const npmTest = async (options: SpawnOptions): Promise<Run> => {
  const child = spawn('npm', ['test'], {
    ...options,
    env: { ...options.env, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
  const [code] = await once(child, 'close');
  return { code, output };
};

/**
 * What is wrong with a run of the tests, or null.
 * @param output all that npm test printed, without colors
 */
export const fault = (expected: Outcome, { code, output }: Run): string | null => {
  const [, passed, failed, skipped] = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output) ?? [];
  if (passed === undefined) return `npm test ended with ${String(code)} and has no closing line`;
  const line = `${passed} passed, ${failed} failed, ${skipped} skipped, exit code ${String(code)}`;
  if (expected === 'all pass') return code === 0 && failed === '0' && Number(passed) > otherTests ? null : line;
  const said = output.indexOf('The end-to-end tests need Chromium');
  const firstTest = output.search(/[✓❯×]/u);
  if (said === -1 || said > firstTest) return `what to install is not said before the first test; ${line}`;
  const others = output.match(/^\s*FAIL {2}(?!.*\be2e\b).*$/gm) ?? [];
  if (others.length > 0) return `tests that need no browser failed: ${others.join('; ')}`;
  return code === 1 && Number(failed) > 0 && Number(passed) > otherTests ? null : line;
};

/**
 * Runs npm test and shows its output.
 * @throws Error when it does not come to what is expected
 */
export const runTests = async (expected: Outcome, options: SpawnOptions): Promise<void> => {
  const wrong = fault(expected, await npmTest(options));
  if (wrong !== null) throw new Error(`npm test: ${wrong}`);
};
