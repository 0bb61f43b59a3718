// Builds the browser's files into web/dist. A hash of the sources is kept beside them, so that an unchanged tree is not rebuilt.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { finishWeb } from './finish-web.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'web/dist');
const stampFile = path.join(dist, '.built-from');
const sources = [
  'contracts/**/*.ts',
  'web/{src,public}/**/*',
  'web/*.{ts,html,json}',
  'scripts/{*-web,kept-files}.ts',
  'package-lock.json',
];

const sourceHash = async (): Promise<string> => {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: root, withFileTypes: true })) {
    if (file.isFile()) files.push(path.join(file.parentPath, file.name));
  }
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    hash
      .update(path.relative(root, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
};

/** Runs the production build when web/dist is missing or was built from other sources. */
export const buildWebIfNeeded = async (): Promise<void> => {
  const wanted = await sourceHash();
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === wanted) return;
  console.log('Building the pages (once per change) ...');
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: path.join(root, 'web'),
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    throw new Error(`The pages could not be built: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const sizes = await finishWeb(dist);
  await writeFile(stampFile, wanted);
  const list = [...sizes].map(([page, bytes]) => `${page} ${(bytes / 1000).toFixed(1)} kB`).join(', ');
  console.log(`Built. Gzipped JavaScript: ${list}.`);
};

if (import.meta.main) await buildWebIfNeeded();
