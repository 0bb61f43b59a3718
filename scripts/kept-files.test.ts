import { expect, test } from 'vitest';
import { filesOfDay } from './kept-files.ts';

const font = '../node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2';
const manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/app.css'] },
  'src/app/start.tsx': {
    file: 'assets/start.js',
    imports: ['_common.js'],
    dynamicImports: ['src/app/frame/HeaderButtons.tsx', 'src/features/planner/PlannerPage.tsx'],
  },
  '_common.js': { file: 'assets/common.js', imports: ['src/app/start.tsx'] },
  'src/app/frame/HeaderButtons.tsx': { file: 'assets/HeaderButtons.js' },
  'src/features/planner/PlannerPage.tsx': { file: 'assets/PlannerPage.js' },
  'src/features/road/DayPage.tsx': { file: 'assets/DayPage.js', dynamicImports: ['src/calendar/notes/NoteDialog.tsx'] },
  'src/calendar/notes/NoteDialog.tsx': { file: 'assets/NoteDialog.js' },
  [font]: { file: 'assets/inter.woff2' },
};

test('the worker keeps what /day begins with and what a tap on it loads, and no other page', () => {
  expect(filesOfDay(manifest)).toEqual([
    '/assets/DayPage.js',
    '/assets/HeaderButtons.js',
    '/assets/NoteDialog.js',
    '/assets/app.css',
    '/assets/common.js',
    '/assets/index.js',
    '/assets/inter.woff2',
    '/assets/start.js',
  ]);
});

test('a build that lacks a file of /day is refused', () => {
  const { [font]: _, ...without } = manifest;
  expect(() => filesOfDay(without)).toThrow('The build has no chunk for');
});
