import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { app, domain, platform } from './layers.ts';

const root = path.resolve(import.meta.dirname, '..');
const filesIn = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const documents = filesIn('*.md');
const withoutCode = (markdown: string): string => markdown.replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, '');

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The relative links of a document that lead nowhere. */
const brokenLinks = (file: string, markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [target = '', anchor] = link.split('#');
    const linked = target === '' ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(root, linked))) return [`${file}: ${link}`];
    return anchor === undefined || anchorsOf(read(linked)).includes(anchor) ? [] : [`${file}: ${link}`];
  });

test('a link to a missing file or heading is reported', () => {
  const text =
    '[a](docs/gone.md) [b](README.md#gone) [c](README.md#run-it) [d](https://example.com/gone) `[e](gone.md)`';
  expect(brokenLinks('README.md', text)).toEqual(['README.md: docs/gone.md', 'README.md: README.md#gone']);
});

test('every relative link in a document leads to a file and a heading', () => {
  expect(documents.length).toBeGreaterThan(50);
  expect(documents.flatMap((file) => brokenLinks(file, read(file)))).toEqual([]);
});

/** Files and folders that a document names in code and that do not exist. */
const missingFiles = (markdown: string): string[] =>
  [...markdown.matchAll(/`((?:contracts|projections|scripts|services|tools|web)\/[\w./-]+)`/g)].flatMap(
    ([, name = '']) => (existsSync(path.join(root, name)) ? [] : [name]),
  );

test('every file and folder that docs/architecture.md names exists', () => {
  expect(missingFiles('`web/src/gone.ts` and `web/src`')).toEqual(['web/src/gone.ts']);
  expect(missingFiles(read('docs/architecture.md'))).toEqual([]);
});

test('the list of decisions has each record with its title, date and status, in order', () => {
  const records = filesIn('docs/decisions/*.md')
    .map((file) => path.basename(file))
    .filter((name) => /^\d/.test(name) && !name.startsWith('000'))
    .toSorted()
    .map((name) => {
      const text = read(`docs/decisions/${name}`);
      const [, number, title] = /^# (\d{3}) (.+)$/m.exec(text) ?? [];
      const [, date] = /^- Date: (.+)$/m.exec(text) ?? [];
      // A record may add to its status what replaced a part of it.
      const [, status] = /^- Status: ([^;\n]+)/m.exec(text) ?? [];
      return `| [${number}](${name}) | ${title} | ${date} | ${status} |`;
    });
  expect(read('docs/decisions/README.md').match(/^\| \[.+$/gm)).toEqual(records);
});

describe('docs/architecture.md describes in one sentence', () => {
  const architecture = read('docs/architecture.md');
  const section = ['Rooms', 'Folders']
    .map((heading) => new RegExp(`^## ${heading}\\n([^]*?)^## `, 'm').exec(architecture)?.[1] ?? '')
    .join('\n');
  /** The folders of the table after a line that begins so. */
  const described = (intro: string): string[] =>
    [
      ...(section.slice(section.indexOf(`\n${intro}`)).split('\n\n')[1] ?? '').matchAll(/^\| `([^`]+)` \| .+ \|$/gm),
    ].map(([, name = '']) => name);
  const foldersIn = (place: string): string[] =>
    [...new Set(filesIn(`${place}/`).map((file) => file.slice(place.length + 1).split('/')))]
      .flatMap(([name = '', ...rest]) => (rest.length === 0 ? [] : [name]))
      .filter((name, i, all) => all.indexOf(name) === i)
      .toSorted();

  test('every room of services, by list', () => {
    const domainRooms = domain.flatMap((row) => Object.keys(row));
    expect(described('`services/app`')).toEqual(app);
    expect(described('`services/domain`')).toEqual(domainRooms);
    expect(described('`services/platform`')).toEqual(platform.flat());
    expect(foldersIn('services')).toEqual([...app, 'domain', 'optimizer', 'platform', 'testing'].toSorted());
    expect(foldersIn('services/domain')).toEqual(domainRooms.toSorted());
    expect(foldersIn('services/platform')).toEqual(platform.flat().toSorted());
  });

  test('every folder of contracts, tools and web/src, and those of projections that are no read model', () => {
    expect(described('`contracts`').toSorted()).toEqual(foldersIn('contracts'));
    expect(described('`tools`').toSorted()).toEqual(foldersIn('tools'));
    expect(described('`web/src`').toSorted()).toEqual(foldersIn('web/src'));
    const isModel = (name: string) => existsSync(path.join(root, 'projections', name, 'project.ts'));
    expect(described('`projections` has')).toEqual(foldersIn('projections').filter((name) => !isModel(name)));
  });
});
