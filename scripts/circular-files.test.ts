import { expect, test } from 'vitest';
import { circularFiles } from './circular-files.ts';

test('files that import each other are found, also through others', () => {
  const files = {
    'page.js': { imports: ['list.js', 'common.js'] },
    'list.js': { imports: ['row.js'] },
    'row.js': { imports: ['common.js', 'list.js'] },
    'common.js': {},
  };
  expect(circularFiles(files, 'app.js')).toEqual(['list.js', 'row.js']);
});

test('the app, which every page loads first, may import what imports it', () => {
  const files = {
    'app.js': { imports: ['common.js', 'icons.js'] },
    'common.js': { imports: ['app.js', 'icons.js'] },
    'page.js': { imports: ['app.js', 'common.js'] },
    'icons.js': {},
  };
  expect(circularFiles(files, 'app.js')).toEqual([]);
  expect(circularFiles({ ...files, 'icons.js': { imports: ['common.js'] } }, 'app.js')).toEqual([
    'common.js',
    'icons.js',
  ]);
});
