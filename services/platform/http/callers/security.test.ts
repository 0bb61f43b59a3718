import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineScripts } from './security.ts';

const allowed = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('exactly the inline scripts of a page are allowed, each as it is written', () => {
  const page = `<head><script>\n first();\n</script><script type="module" src="/a.js"></script><script>second()</script></head>`;
  expect(inlineScripts(page)).toEqual([allowed('\n first();\n'), allowed('second()')]);
  expect(inlineScripts('<p>Nothing to run</p>')).toEqual([]);
});
