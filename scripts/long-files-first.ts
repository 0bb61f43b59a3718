import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that run for minutes; started last, they would keep one worker busy after the others have finished. */
const long = [
  'services/testing/histories/histories.db.test.ts',
  'services/domain/billing/random-printing.db.test.ts',
  'web/e2e/screens-people.test.ts',
  'web/e2e/screens-planner.test.ts',
  'web/e2e/screens-schedule.test.ts',
  'tools/chaos/chaos.db.test.ts',
  'tools/net/net.db.test.ts',
  'web/e2e/lesson-dialogs.test.ts',
];

/** Vitest's own order, with the slow files first. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => long.some((name) => moduleId.endsWith(name));
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => isLong(file)), ...sorted.filter((file) => !isLong(file))];
  }
}
