// npm run screenshots [PART]: every screen and dialog, at 1280 and 390 pixels, light and dark, into .screens/, and the README's
// picture into docs/images/. Also prints what axe finds, what overflows and which touch targets are too small. PART: only
// scenes whose name contains it, such as `report` or `generate.phone.dark`; `readme` alone for the README's picture.
import path from 'node:path';
import { removeDataDir, scratchDataDir, startRondo } from '../web/e2e/running-rondo.ts';
import { takePhotographs, type At } from './photographs.ts';

const root = path.resolve(import.meta.dirname, '..');
const part = process.argv[2] ?? '';

const dataDir = await scratchDataDir();
const at: At = async (now, work) => {
  const rondo = await startRondo(dataDir, { NOW: now, FEEDS_ALLOW_PRIVATE: 'true' });
  try {
    return await work(rondo.url);
  } finally {
    await rondo.stop();
  }
};
try {
  await takePhotographs(at, {
    directory: path.join(root, '.screens'),
    part,
    readme: part === '' || part === 'readme' ? path.join(root, 'docs/images') : null,
    say: (line) => console.log(line),
    patience: 10_000,
  });
} finally {
  await removeDataDir(dataDir);
}
