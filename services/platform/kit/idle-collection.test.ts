import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('what a busy time left in memory is given back to the system once the process is idle', () => {
  // In a process of its own: this one's memory is that of all tests.
  const program = `
    import { collectWhenIdle } from ${JSON.stringify(new URL('idle-collection.ts', import.meta.url).href)};
    collectWhenIdle();
    let list = Array.from({ length: 2_000_000 }, (_, i) => ({ i }));
    const before = process.memoryUsage.rss();
    list = [];
    setTimeout(() => console.log((before - process.memoryUsage.rss()) / 2 ** 20), 14_000);
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeGreaterThan(40);
});
