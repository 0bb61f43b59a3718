import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { foldInto, memoryRows } from '@rondo/projections/moments/memory-rows.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { recorder } from '@rondo/projections/testing/facts.ts';
import { goldenFacts } from '@rondo/projections/testing/golden-events.ts';
import { expect, test } from 'vitest';
import { mailsReactor } from '../domain/billing/mailing/reactor.ts';
import { allReadModels } from './read-models.ts';

/** Rows of the reactors stay when the log is moved; that of mails is the only one with a position. */
const models: readonly ReadModel[] = [
  ...allReadModels,
  { ...mailsReactor(() => undefined), react: async () => undefined },
];

/** Columns with a position of an event anywhere inside. */
const positionsIn = async (model: ReadModel): Promise<Set<string>> => {
  const record = recorder();
  const events = (await goldenFacts())
    .filter(
      ({ stream, type }) =>
        !/Removed|Deleted|Erased|Sent|Failed/.test(type) && parseStreamName(stream).studioId !== null,
    )
    .map((fact) => record(fact))
    .map((event) => ({ ...event, position: `the place ${event.position}` }));
  const rows = memoryRows();
  await foldInto(
    rows,
    model,
    events.filter(({ stream }) => model.categories.includes(parseStreamName(stream).category)),
  );
  const found = new Set<string>();
  for (const table of model.tables)
    for (const row of rows.rows(table.name))
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value).includes('the place ')) found.add(`${table.name}.${column}`);
  return found;
};

test.each(models.map((model) => ({ name: model.name, model })))(
  'the columns of $name that hold positions are declared, so that they are translated when the log is moved',
  async ({ model }) => {
    const declared = model.tables.flatMap(({ name, positions = [] }) => positions.map((column) => `${name}.${column}`));
    expect([...(await positionsIn(model))].toSorted()).toEqual(declared.toSorted());
  },
);
