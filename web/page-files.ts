import { runnerImport, type Plugin } from 'vite';

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
  readonly dynamicImports: readonly string[];
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
};

/** What index.html loads besides when the schedule's address names a day: the dialog of a day, and a map with streets. */
const partsOfSchedule = {
  'day-files': 'features/schedule/day-detail/ScheduleDay.tsx',
  'street-files': 'map/mapbox/street-map.tsx',
};

/** The polyfill of Temporal, which few browsers need. */
const isPolyfill = (chunk: Chunk | undefined): boolean => chunk?.facadeModuleId?.includes('temporal-polyfill') === true;

/** A family's page and the question form are not of the app. */
const isFamilyPage = (module: string | null): boolean => /(family|ask)\.html$/.test(module ?? '');

type Files = Readonly<Record<string, readonly string[]>>;

/** The files that every page needs, those that each page needs besides, and those of the schedule's parts; without those that index.html loads by itself. */
export const filesOfPages = (
  chunks: readonly Chunk[],
): { readonly all: readonly string[]; readonly pages: Files; readonly parts: Files } => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (chunk: Chunk | undefined, found = new Set<string>()): Set<string> => {
    if (!chunk || found.has(chunk.fileName)) return found;
    found.add(chunk.fileName);
    for (const name of chunk.imports) withImports(byName.get(name), found);
    return found;
  };
  const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && !isFamilyPage(facadeModuleId));
  const loaded = withImports(entry);
  const begun = new Set(
    (entry?.dynamicImports ?? [])
      .map((name) => byName.get(name))
      .filter((chunk) => !isPolyfill(chunk))
      .flatMap((chunk) => [...withImports(chunk)]),
  );
  const own = (sources: Readonly<Record<string, string>>, without: readonly string[] = []): Files =>
    Object.fromEntries(
      Object.entries(sources).map(([key, source]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(source));
        if (!chunk) throw new Error(`The build has no chunk for ${source}.`);
        const files = [...withImports(chunk)].filter((name) => !loaded.has(name) && !begun.has(name));
        return [key, files.filter((name) => !without.includes(name))];
      }),
    );
  const ofPages = own(pages);
  return {
    all: [...begun].filter((name) => !loaded.has(name)),
    pages: ofPages,
    parts: own(partsOfSchedule, ofPages['schedule']),
  };
};

type Outline = { readonly title: string; readonly html: string; readonly calls: readonly string[] };

/** Replaces a part that has to be there. */
const replaced = (html: string, part: string | RegExp, by: string): string => {
  if (html.search(part) === -1) throw new Error(`index.html has no ${String(part)}.`);
  return html.replace(part, () => by);
};

/** Scripts come after the style sheet, which the outline waits for. */
const styleSheetFirst = (html: string): string =>
  html
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

const withFiles = (html: string, files: readonly string[]): string => {
  const links = files.map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `).join('');
  return replaced(html, '</head>', `${links}</head>`);
};

/** index.html for one page: with its outline, its files, the calls that it begins with, and the files of parts that it may begin with. */
export const pageHtml = (
  index: string,
  { title, html, calls }: Outline,
  files: readonly string[],
  parts: Files = {},
): string => {
  const withTitle = replaced(withFiles(index, files), '<title>Rondo</title>', `<title>${title} - Rondo</title>`);
  const data = {
    calls: calls.join(' ').replaceAll('&', '&amp;'),
    ...Object.fromEntries(Object.entries(parts).map(([key, of]) => [key, of.map((file) => `/${file}`).join(' ')])),
  };
  const attributes = Object.entries(data).map(([key, value]) => ` data-${key}="${value}"`);
  const withCalls = replaced(withTitle, '<html lang="en">', `<html lang="en"${attributes.join('')}>`);
  return styleSheetFirst(replaced(withCalls, /<div id="root">.*(?=<\/div>)/, `<div id="root" data-outline>${html}`));
};

/** Writes an index.html of its own for every page, which the server sends to who is signed in. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  enforce: 'post',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const index = bundle['index.html'];
    if (index?.type !== 'asset') throw new Error('The build has no index.html.');
    const { module } = await runnerImport<{ pageOutlines: () => Record<string, Outline> }>(
      `${import.meta.dirname}/src/app/outline/render.tsx`,
    );
    const outlines = module.pageOutlines();
    const files = filesOfPages(Object.values(bundle).filter((file) => file.type === 'chunk'));
    const html = withFiles(String(index.source), files.all);
    index.source = html;
    for (const [page, own] of Object.entries(files.pages)) {
      const outline = outlines[page];
      if (!outline) throw new Error(`There is no outline of ${page}.`);
      const source = pageHtml(html, outline, own, page === 'schedule' ? files.parts : {});
      this.emitFile({ type: 'asset', fileName: `pages/${page}.html`, source });
    }
  },
});
