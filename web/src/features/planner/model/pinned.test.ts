import { expect, test } from 'vitest';
import { aStudent } from '../../../calendar/days/testing.ts';
import type { Candidate } from './checklist.ts';
import { pinnedAndMoving } from './pinned.ts';

const candidate = (id: string, pin: Candidate['pin'], optimized = true): Candidate => ({
  student: aStudent(id),
  manual: false,
  scheduled: optimized,
  optimized,
  pin,
});

test('a plan keeps the pinned lessons whose pin has not ended by its first day, and may move the others', () => {
  const selected = [
    candidate('ann', { until: null }),
    candidate('ben', { until: '2026-11-30' }),
    candidate('cy', null),
    candidate('di', null, false),
  ];
  const namesOn = (startsOn: string) => {
    const { pinned, moving } = pinnedAndMoving(selected, startsOn);
    return [pinned, moving].map((all) => all.map(({ student }) => student.id));
  };
  expect(namesOn('2026-11-30')).toEqual([['ann', 'ben'], ['cy']]);
  expect(namesOn('2026-12-07')).toEqual([['ann'], ['ben', 'cy']]);
});
