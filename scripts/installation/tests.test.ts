import { describe, expect, test } from 'vitest';
import { fault } from './tests.ts';

const sentence = 'The end-to-end tests need Chromium, and none can be installed here.';
const run = (code: number, ...lines: string[]) => ({ code, output: lines.join('\n') });

describe('a machine on which Chromium can be installed', () => {
  test('is fine when every test passes', () => {
    expect(fault('all pass', run(0, ' ✓  unit  a.test.ts', '3600 passed, 0 failed, 2 skipped\n'))).toBeNull();
  });

  test.each([
    ['a test fails', run(1, '3600 passed, 1 failed, 0 skipped')],
    ['hardly any test runs', run(0, '12 passed, 0 failed, 0 skipped')],
    ['the run ends without its closing line', run(0, '3600 passed')],
  ])('is not when %s', (_, ended) => {
    expect(fault('all pass', ended)).not.toBeNull();
  });
});

describe('a user without a browser', () => {
  const browserless = 'all but those in a browser pass';
  const lines = [
    sentence,
    ' ✓  unit  a.test.ts',
    ' FAIL   e2e  web/e2e/b.test.ts > b',
    '3400 passed, 200 failed, 0 skipped\n',
  ] as const;

  test('reads first what to install, and only tests in a browser fail', () => {
    expect(fault(browserless, run(1, ...lines))).toBeNull();
  });

  test.each([
    ['the run counts as passed', run(0, ...lines)],
    ['the sentence comes after the first test', run(1, lines[1], lines[0], lines[2], lines[3])],
    ['another test fails', run(1, lines[0], lines[1], ' FAIL   unit  a.test.ts > a', lines[2], lines[3])],
    ['the tests in a browser are only skipped', run(1, lines[0], lines[1], '3400 passed, 0 failed, 200 skipped')],
  ])('is not served when %s', (_, ended) => {
    expect(fault(browserless, ended)).not.toBeNull();
  });
});
