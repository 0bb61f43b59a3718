// npm run golden: adds the schema of every (type, version) missing from contracts/events/golden, and the example of a new version,
// upcast from the previous one. Write the first example of a type by hand. New fields with a default are added to the recorded schema; existing events
// never change, because logs in use contain them.
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readEvent } from '@rondo/contracts/events/event.ts';
import { departures, everyVersion, goldenEvent, schemaOf } from '@rondo/contracts/events/golden-record.ts';
import { z } from 'zod';

const golden = path.resolve(import.meta.dirname, '../../contracts/events/golden');
const schemasFile = path.join(golden, 'schemas.json');

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
const writeJson = (file: string, content: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
const complain = (sentence: string): void => {
  console.error(sentence);
  process.exitCode = 1;
};

const schemas = z.record(z.string(), z.unknown()).parse(await readJson(schemasFile));

for (const { category, definition, version, name, isNewest } of everyVersion()) {
  const file = path.join(golden, `${name}.json`);
  const before = path.join(golden, category.name, `${definition.type}.${version - 1}.json`);
  if (!(await exists(file))) {
    if (!isNewest) complain(`${name} is missing and its schema is gone: restore the file from the git history.`);
    else if (version === 1) complain(`${name} is a new type: write ${file} by hand.`);
    else {
      const { type, data, version: schemaVersion } = goldenEvent.parse(await readJson(before));
      await writeJson(file, { type, version, data: readEvent(category, { type, data, schemaVersion }).data });
      console.log(`added ${name}`);
    }
  }
  if (!isNewest) continue;
  const schema = schemaOf(definition);
  const changes = name in schemas ? departures(schemas[name], schema) : [];
  if (changes.length === 0) schemas[name] = schema;
  else complain(`${name} has changed without a new version: raise it and give it an upcaster (${changes.join(', ')}).`);
}
await writeJson(schemasFile, Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))));
