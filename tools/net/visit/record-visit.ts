// node --import ./fixed-world.ts record-visit.ts DIR: visits a new Rondo and writes what it answered, and what its database has afterwards, into DIR.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { castOf } from './chapters/cast.ts';
import { chapters } from './chapters/chapters.ts';
import { callsByEndpoint } from './calls.ts';
import { eventsOf, rowsOf, type Texts } from './dump.ts';
import { mailsOf } from './mails.ts';
import { printedInOrder } from './printed.ts';
import { openVisit } from './visit.ts';
import { openWorld } from './world.ts';

const [directory = ''] = process.argv.slice(2);

const write = async (texts: Texts): Promise<void> => {
  for (const [name, text] of texts) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
};

const world = await openWorld(Date.parse('2026-11-23T14:00:00Z'));
try {
  const visit = openVisit(world);
  const cast = castOf(visit);
  const answers = (): Texts => new Map([...visit.chapters].map(([name, text]) => [`answers/${name}.txt`, text]));
  try {
    for (const chapter of chapters) await chapter(visit, cast);
  } finally {
    // Also what was answered before a chapter failed.
    await write(answers());
  }
  const document = await (await fetch(`${world.url}/api/openapi.json`)).json();
  await write(new Map([['openapi.json', `${printedInOrder(document)}\n`]]));
  await write(await eventsOf(world.database, visit.names));
  await write(await rowsOf(world.database, visit.names));
  await write(new Map([['answers/mails.txt', await mailsOf(world.dataDir, visit.names)]]));
  await write(
    new Map([
      ['answers/calls.txt', callsByEndpoint(visit.calls)],
      ['answers/complaints.txt', world.complaints.map((line) => `${visit.names.inText(line)}\n`).join('')],
    ]),
  );
} finally {
  await world.stop();
}
