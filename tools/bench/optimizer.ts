// npm run bench:optimizer [-- --instances DIR] [--toptw DIR] [--scorer FILE] [--seconds S] [--mode core|preferred]
// Runs the command line on every instance and prints its figures beside the reference. A folder's reference is its own
// reference.json or the one beside it; a scorer is a module that exports score(instance, lessons).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { check } from '@rondo/services/optimizer/week/check.ts';
import { parseInstance, type Instance } from '@rondo/services/optimizer/week/instance.ts';
import type { PlannedLesson } from '@rondo/services/optimizer/week/instance.ts';
import { figuresSchema, referenceSchema, toptwReferenceSchema, type Reference } from './optimizer-reference.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { instances: text, toptw: text, scorer: text, seconds: text, mode: text, 'toptw-seconds': text },
});
const own = fileURLToPath(new URL('../../services/optimizer/instances', import.meta.url));
const ownReference = fileURLToPath(new URL('../../services/optimizer/testing/reference.json', import.meta.url));
const command = fileURLToPath(new URL('../../services/cli/optimize.ts', import.meta.url));

type Scored = { feasible: boolean; scheduled: number; weight: number; preferred: number; driveMinutes: number };
type Answer = {
  lessons: PlannedLesson[];
  bound: number;
  proven: Record<string, boolean>;
  seconds: number;
  wall: number;
};

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'reference.json')
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted();
const referenceOf = (folder: string): unknown => {
  const places = [join(folder, 'reference.json'), resolve(folder, '../reference.json'), ownReference];
  return readJson(places.find((place) => existsSync(place)) ?? ownReference);
};

const run = (file: string, args: readonly string[]): Answer => {
  const begun = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, [command, file, ...args], { encoding: 'utf8' });
  if (stdout === '') throw new Error(`${file} was not planned: ${stderr}`);
  return { ...figuresSchema.parse(JSON.parse(stdout)), wall: (performance.now() - begun) / 1000 };
};

/** The figures by the given scorer, else by the project's own check. */
const scorer = async (): Promise<(instance: Instance, lessons: PlannedLesson[]) => Scored> => {
  if (values.scorer !== undefined) {
    const module: { score: (instance: Instance, lessons: PlannedLesson[]) => Scored } = await import(
      pathToFileURL(resolve(values.scorer)).href
    );
    return module.score;
  }
  return (instance, lessons) => {
    const { violations, figures } = check(instance, lessons);
    return { ...figures, feasible: violations.length === 0 };
  };
};

const score = await scorer();
const print = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

const benchWeeks = (folder: string, mode: 'core' | 'preferred', seconds: string): void => {
  const reference = referenceSchema.parse(referenceOf(folder));
  const sums = { optimal: 0, known: 0, leftOut: 0, proven: 0, all: 0 };
  print([
    'instance',
    'placed',
    'preferred',
    'drive',
    'reference',
    'optimal',
    'left out',
    'drive gap',
    'bound',
    'proven',
    'seconds',
  ]);
  print(Array.from({ length: 11 }, () => '---'));
  for (const name of namesIn(folder)) {
    const file = join(folder, `${name}.json`);
    const answer = run(file, [`--mode=${mode}`, `--seconds=${seconds}`]);
    const figures = score(parseInstance(readJson(file)), answer.lessons);
    const row = beside(reference[name], mode, figures);
    const proven = answer.proven['drive'] === true;
    sums.all += 1;
    sums.optimal += row.isOptimal === true ? 1 : 0;
    sums.known += row.isOptimal === undefined ? 0 : 1;
    sums.leftOut += Math.max(0, row.leftOut);
    sums.proven += proven ? 1 : 0;
    const verdict = row.isOptimal === undefined ? 'unknown' : row.isOptimal ? 'yes' : 'NO';
    print([
      name,
      figures.scheduled,
      figures.preferred,
      figures.driveMinutes,
      row.reference,
      figures.feasible ? verdict : 'INFEASIBLE',
      row.leftOut,
      row.driveGap,
      answer.bound,
      proven ? 'yes' : 'no',
      answer.seconds,
    ]);
  }
  console.log(
    `\n${mode}, ${seconds} s: ${sums.optimal} of ${sums.known} optimal, ${sums.leftOut} students lost, ${sums.proven} of ${sums.all} proven.\n`,
  );
};

/** A plan compared with the best known one. Better than a proven optimum would mean a bug in a checker. */
const beside = (known: Reference | undefined, mode: 'core' | 'preferred', figures: Scored) => {
  const best = known?.optimal[mode] ?? known?.bestKnown[mode];
  const optimal = known?.optimal[mode];
  const slots = (plan: { preferred?: number | undefined }): number => (mode === 'core' ? 0 : (plan.preferred ?? 0));
  const keyOf = (placed: number, preferred: number, drive: number): number => placed * 1e9 + preferred * 1e6 - drive;
  const key = keyOf(figures.scheduled, slots(figures), figures.driveMinutes);
  const optimum = optimal && keyOf(optimal.scheduled, slots(optimal), optimal.drive);
  if (optimum !== undefined && key > optimum) throw new Error('A plan is better than a proven optimum.');
  return {
    reference: best ? [best.scheduled, ...(mode === 'core' ? [] : [best.preferred ?? '-']), best.drive].join('/') : '-',
    isOptimal: optimum === undefined ? undefined : key === optimum,
    leftOut: (best?.scheduled ?? figures.scheduled) - figures.scheduled,
    driveGap: best ? figures.driveMinutes - best.drive : 0,
  };
};

const benchToptw = (folder: string, seconds: string): void => {
  const reference = toptwReferenceSchema.parse(referenceOf(folder));
  const gaps: number[] = [];
  print(['instance', 'days', 'weight', 'reference', 'gap %']);
  print(['---', '---', '---', '---', '---']);
  for (const name of namesIn(folder))
    for (const [days, { weight }] of Object.entries(reference[name] ?? {})) {
      const file = join(folder, `${name}.json`);
      const { lessons } = run(file, ['--mode=core', `--seconds=${seconds}`, `--days=${days}`]);
      const whole = parseInstance(readJson(file));
      const availability = whole.teacher.availability.slice(0, Number(days));
      const figures = score({ ...whole, teacher: { ...whole.teacher, availability } }, lessons);
      const gap = figures.feasible ? (100 * (weight - figures.weight)) / weight : 100;
      gaps.push(gap);
      print([name, days, figures.weight, weight, gap.toFixed(2)]);
    }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length);
  console.log(`\ntoptw, ${seconds} s: mean gap ${mean.toFixed(2)} %, worst ${Math.max(0, ...gaps).toFixed(2)} %.\n`);
};

const modes = (['core', 'preferred'] as const).filter((mode) => values.mode === undefined || values.mode === mode);
for (const mode of modes) benchWeeks(values.instances ?? own, mode, values.seconds ?? '3');
if (values.toptw !== undefined) benchToptw(values.toptw, values['toptw-seconds'] ?? '5');
const date = new Date().toISOString().slice(0, 10);
console.log(`Measured on ${date}: ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}.`);
