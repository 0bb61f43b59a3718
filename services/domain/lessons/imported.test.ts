import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryEventStore } from '../../platform/log/memory/memory-event-store.ts';
import { withSettableTime } from '../../testing/settable-time.ts';
import { writeSideOn } from '../../testing/write-side.ts';
import { today as monday } from '../schedule/testing/week.ts';
import { exportStudio } from '../studio/transfer/export-studio.ts';
import { appendFile, knownOf } from '../studio/transfer/import-studio.ts';
import { readStudioFile } from '../studio/transfer/read-file.ts';
import { removalsReactor } from './removals-reactor.ts';
import { anyStudent, stepOf } from './testing/random-steps.ts';
import { reactorsOn } from './testing/reacting.ts';
import { studioId, studioOfTwo } from './testing/two-teachers.ts';
import { transfersReactor } from './transfers-reactor.ts';

withSettableTime();

const step = stepOf(
  'weekly',
  'weekly',
  'dated',
  'edit series',
  'move',
  'give',
  'give',
  'plan',
  'plan',
  'accept',
  'accept',
);
const happening = fc.oneof(
  { weight: 10, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), who: anyStudent }) },
);

test('reactors that follow the log leave a studio alone while it is imported, and afterwards', async () => {
  let [given, removed] = [0, 0];
  for (const history of fc.sample(fc.array(happening, { minLength: 15, maxLength: 25 }), { numRuns: 60, seed: 31 })) {
    const store = memoryEventStore();
    const studio = studioOfTwo({ today: monday }, { store, registry: { register: async () => undefined } });
    for (const one of history)
      if (one.kind === 'remove') await studio.removeStudent(one.who);
      else await studio.act(one);
    const lines = await Array.fromAsync(exportStudio(store, studioId)).catch(() => []);
    if (lines.length === 0) continue;
    given += lines.filter((line) => line.includes('"LessonReleased"')).length;
    removed += lines.filter((line) => line.includes('"StudentRemoved"')).length;
    const target = memoryEventStore();
    const services = writeSideOn(target);
    const react = reactorsOn(target, [transfersReactor(services), removalsReactor(services)]);
    const file = await readStudioFile(lines);
    await appendFile(target, { file, lines, known: await knownOf(target, file) }, react);
    await react();
    expect(await Array.fromAsync(exportStudio(target, studioId))).toEqual(lines);
  }
  expect(given).toBeGreaterThan(20);
  expect(removed).toBeGreaterThan(10);
});
