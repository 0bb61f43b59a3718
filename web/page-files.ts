import type { Plugin } from 'vite';

/** The file of each page, by the first part of its path. */
const pages: Readonly<Record<string, string>> = {
  schedule: 'features/schedule/SchedulePage.tsx',
  planner: 'features/planner/PlannerPage.tsx',
  students: 'features/students/StudentsPage.tsx',
  teachers: 'features/teachers/TeachersPage.tsx',
  routes: 'features/routes/RoutesPage.tsx',
  settings: 'features/settings/SettingsPage.tsx',
  'api-monitor': 'features/monitor/MonitorPage.tsx',
};

type Chunk = {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
};

/** The files that each page needs besides those that index.html loads anyway. */
export const filesOfPages = (chunks: readonly Chunk[]): Record<string, string[]> => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (chunk: Chunk | undefined, found = new Set<string>()): Set<string> => {
    if (!chunk || found.has(chunk.fileName)) return found;
    found.add(chunk.fileName);
    for (const name of chunk.imports) withImports(byName.get(name), found);
    return found;
  };
  const loaded = withImports(chunks.find(({ isEntry }) => isEntry));
  return Object.fromEntries(
    Object.entries(pages).map(([path, source]) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(source));
      if (!chunk) throw new Error(`The build has no chunk for ${source}.`);
      return [path, [...withImports(chunk)].filter((name) => !loaded.has(name))];
    }),
  );
};

/** Fetches the files of the page that the address names, while the app that will import them still loads. The root is the schedule. */
const scriptOf = (files: Readonly<Record<string, readonly string[]>>): string => {
  const names = [...new Set(Object.values(files).flat())];
  const indices = Object.fromEntries(
    Object.entries(files).map(([path, own]) => [path, own.map((name) => names.indexOf(name))]),
  );
  return [
    '{',
    `const files = ${JSON.stringify(names)};`,
    `const pages = ${JSON.stringify(indices)};`,
    `for (const index of pages[location.pathname.split('/')[1] || 'schedule'] ?? []) {`,
    `  const link = document.createElement('link');`,
    `  link.rel = 'modulepreload';`,
    `  link.href = '/' + files[index];`,
    `  document.head.append(link);`,
    `}`,
    '}',
  ].join('\n');
};

/** Adds to index.html the script that fetches a page's files early. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      // While developing there is no bundle.
      if (!bundle) return html;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      return html.replace('</head>', `  <script>\n${scriptOf(filesOfPages(chunks))}\n    </script>\n  </head>`);
    },
  },
});
