// npm run golden: adds an example event and the schema of every (type, version) that contracts/events/golden does not have yet.
// What is there is never changed: a log somewhere holds it. Edit a new example by hand where it should be more telling.
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { everyVersion, schemaOf } from '@rondo/contracts/events/golden-record.ts';
import { z } from 'zod';
import { exampleOf } from './golden-example.ts';

const golden = path.resolve(import.meta.dirname, '../../contracts/events/golden');
const schemasFile = path.join(golden, 'schemas.json');

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
const writeJson = async (file: string, content: unknown): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
};

const schemas = (await exists(schemasFile))
  ? z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(schemasFile, 'utf8')))
  : {};

for (const { definition, version, name, isNewest } of everyVersion()) {
  const file = path.join(golden, `${name}.json`);
  if (!isNewest) {
    if (await exists(file)) continue;
    console.error(`${name} is missing and its schema is gone: bring the file back from the history.`);
    process.exitCode = 1;
    continue;
  }
  const schema = schemaOf(definition);
  if (!(await exists(file))) {
    const data = definition.data.safeParse(exampleOf(schema));
    if (data.success) {
      await writeJson(file, { type: definition.type, version, data: data.data });
      console.log(`added ${name}`);
    } else {
      console.error(`${name}: no example could be made up. Write ${file} by hand.\n${z.prettifyError(data.error)}`);
      process.exitCode = 1;
    }
  }
  if (!(name in schemas)) schemas[name] = schema;
  else if (!isDeepStrictEqual(schemas[name], JSON.parse(JSON.stringify(schema)))) {
    console.error(`${name} has changed without a new version: raise it and give it an upcaster.`);
    process.exitCode = 1;
  }
}
await writeJson(schemasFile, Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))));
