import { expect, test } from 'vitest';
import { filesOfPages } from './page-files.ts';

const chunk = (fileName: string, imports: string[] = [], facadeModuleId: string | null = null, isEntry = false) => ({
  fileName,
  imports,
  facadeModuleId,
  isEntry,
});

const page = (source: string, imports: string[]) => chunk(`${source}.js`, imports, `/rondo/web/src/features/${source}`);

const others = [
  'planner/PlannerPage.tsx',
  'students/StudentsPage.tsx',
  'teachers/TeachersPage.tsx',
  'routes/RoutesPage.tsx',
  'settings/SettingsPage.tsx',
  'monitor/MonitorPage.tsx',
].map((source) => page(source, []));

test('a page needs its file and all that this imports, but not what is loaded anyway', () => {
  const chunks = [
    chunk('index.js', ['react.js'], null, true),
    chunk('react.js'),
    chunk('week.js', ['icons.js', 'react.js']),
    chunk('icons.js'),
    page('schedule/SchedulePage.tsx', ['week.js', 'react.js']),
    ...others,
  ];
  expect(filesOfPages(chunks)['schedule']).toEqual(['schedule/SchedulePage.tsx.js', 'week.js', 'icons.js']);
});

test('a build without a page fails', () => {
  expect(() => filesOfPages([chunk('index.js', [], null, true), ...others])).toThrow('SchedulePage.tsx');
});
