import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { goldenFacts } from '@rondo/projections/testing/golden-events.ts';
import { modelUnderTest } from '@rondo/projections/testing/model-under-test.ts';
import { erased } from '@rondo/projections/testing/people-facts.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allReadModels } from './read-models.ts';

// Every event that was ever written can be projected: logs are older than the code.
const facts = await goldenFacts();
const removing = /Removed|Deleted|Erased|Parted|InquiryForgotten|TimeReleased/;

describe.each(allReadModels.map((model) => ({ name: model.name, model })))('the read model $name', ({ model }) => {
  const followed = facts.filter(({ stream }) => model.categories.includes(parseStreamName(stream).category));

  test('projects every type and version its categories ever had, without parking a studio', async () => {
    expect(followed.length).toBeGreaterThan(0);
    const tables = await modelUnderTest(model);
    onTestFinished(() => tables.close());
    // Without its final erasure, the studio's life leaves something in every table.
    const rows = await tables.after(...followed.filter(({ type }) => !removing.test(type)));
    for (const table of model.tables) expect(rows[table.name], table.name).not.toEqual([]);
    await tables.after(...followed);
  });

  test('keeps nothing of an erased studio', async () => {
    const tables = await modelUnderTest(model);
    onTestFinished(() => tables.close());
    const rows = await tables.after(...followed, erased(), ...followed);
    for (const table of model.tables) expect(rows[table.name], table.name).toEqual([]);
  });
});
