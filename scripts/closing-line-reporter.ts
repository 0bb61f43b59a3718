import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** A test may be left out by its author or by a filter. One whose preparations failed was to run, and did not. */
const isLeftOut = ({ options }: TestCase): boolean => options.mode === 'skip' || options.mode === 'todo';

/** Prints `N passed, N failed, N skipped` as the run's last line, for tools that count tests. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        else if (state === 'failed' || !isLeftOut(test)) count.failed += 1;
        else count.skipped += 1;
      }
    }
    count.failed += unhandledErrors.length;
    process.once('exit', () => {
      process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    });
  }
}
