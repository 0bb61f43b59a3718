import { expect, test } from 'vitest';
import { filesOfPages, pageHtml } from './page-files.ts';

const chunk = (fileName: string, imports: string[] = [], facadeModuleId: string | null = null) => ({
  fileName,
  imports,
  dynamicImports: [],
  facadeModuleId,
  isEntry: false,
});

const entry = (imports: string[], dynamicImports: string[] = []) => ({
  ...chunk('index.js', imports),
  dynamicImports,
  isEntry: true,
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
    entry(['react.js'], ['start.js', 'polyfill.js']),
    chunk('react.js'),
    chunk('start.js', ['react.js', 'router.js']),
    chunk('router.js'),
    chunk('polyfill.js', [], '/rondo/node_modules/temporal-polyfill/global.js'),
    chunk('week.js', ['icons.js', 'react.js', 'router.js']),
    chunk('icons.js'),
    page('schedule/SchedulePage.tsx', ['week.js', 'react.js']),
    ...others,
    page('schedule/day-detail/ScheduleDay.tsx', ['dialog.js', 'week.js']),
    chunk('dialog.js', ['router.js']),
    chunk('street-map.js', ['library.js', 'react.js'], '/rondo/web/src/map/mapbox/street-map.tsx'),
    chunk('library.js'),
  ];
  const { all, pages, parts } = filesOfPages(chunks);
  expect(all).toEqual(['start.js', 'router.js']);
  expect(pages['schedule']).toEqual(['schedule/SchedulePage.tsx.js', 'week.js', 'icons.js']);
  // A day is opened from the schedule, whose own files are there.
  expect(parts).toEqual({
    'day-files': ['schedule/day-detail/ScheduleDay.tsx.js', 'dialog.js'],
    'street-files': ['street-map.js', 'library.js'],
  });
});

test('a build without a page fails', () => {
  expect(() => filesOfPages([entry([]), ...others])).toThrow('SchedulePage.tsx');
});

const index = [
  '<html lang="en"><head><title>Rondo</title>',
  '<script type="module" crossorigin src="/app.js"></script>',
  '</head><body><div id="root"><p>Loading...</p></div></body></html>',
].join('');

test('a page begins with its outline, its calls and its files, which come after the style sheet', () => {
  const outline = {
    title: 'Students',
    html: '<h1>Students</h1>',
    calls: ['/api/students', '/api/lessons?from=MONDAY&to=SUNDAY'],
  };
  const html = pageHtml(index, outline, ['page.js'], { 'day-files': ['day.js', 'dialog.js'] });
  expect(html).toContain(
    '<html lang="en" data-calls="/api/students /api/lessons?from=MONDAY&amp;to=SUNDAY" data-day-files="/day.js /dialog.js">',
  );
  expect(html).toContain('<title>Students - Rondo</title>');
  expect(html).toContain('<div id="root" data-outline><h1>Students</h1></div>');
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/page.js">');
  expect(html).toContain('<script type="module" fetchpriority="low" crossorigin src="/app.js">');
});

test('a build without a place for the outline fails', () => {
  expect(() => pageHtml(index.replace('<div id="root">', '<div>'), { title: 'A', html: 'B', calls: [] }, [])).toThrow(
    'root',
  );
});
