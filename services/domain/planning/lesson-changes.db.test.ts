import { expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { ok } from '../../testing/visitor.ts';
import { decide, generate, inPlannerStudio, reportOf, student } from './testing/planner-studio.ts';

inPlannerStudio();

const window = (from: string, to: string) => [{ day: 1, from, to }];

test('a report says for each family what accepting changes, and how many lessons stay', async () => {
  const ann = await student('Ann Lee', window('15:00', '15:45'));
  const ben = await student('Ben Ito', window('17:00', '17:45'));
  const first = reportOf(await generate([ann, ben]));
  expect([first.lessonChanges, first.unchangedLessons]).toEqual([
    [
      {
        studentId: ann,
        studentName: 'Ann Lee',
        before: null,
        after: { day: 'Mon', startTime: '15:00', endTime: '15:45', teacherName: null },
      },
      {
        studentId: ben,
        studentName: 'Ben Ito',
        before: null,
        after: { day: 'Mon', startTime: '17:00', endTime: '17:45', teacherName: null },
      },
    ],
    0,
  ]);
  ok(await decide(first.reportId, 'accepted'));

  ok(
    await dana.put(`/api/students/${ben}`, {
      availability: [{ dayOfWeek: 1, startTime: '18:00', endTime: '18:45' }],
    }),
  );
  const second = reportOf(await generate([ann, ben]));
  expect(second.unchangedLessons).toBe(1);
  expect(second.lessonChanges).toEqual([
    {
      studentId: ben,
      studentName: 'Ben Ito',
      before: { day: 'Mon', startTime: '17:00', endTime: '17:45', teacherName: null },
      after: { day: 'Mon', startTime: '18:00', endTime: '18:45', teacherName: null },
    },
  ]);
  ok(await decide(second.reportId, 'rejected'));

  // Both are free at the same time only: one of them loses the lesson.
  ok(
    await dana.put(`/api/students/${ben}`, { availability: [{ dayOfWeek: 1, startTime: '15:00', endTime: '15:45' }] }),
  );
  const third = reportOf(await generate([ann, ben]));
  const ending = third.lessonChanges.filter(({ after }: { after: unknown }) => after === null);
  expect(ending.map(({ studentId }: { studentId: string }) => studentId)).toEqual([
    third.unscheduledAnalysis[0].studentId,
  ]);
});

test('slots do not say that everyone is placed while students without times are not', async () => {
  const ann = await student('Ann Lee');
  const cy = await student('Cy Moss', []);
  const { vacantTimeAnalysis } = reportOf(await generate([ann, cy]));
  const reasons: string[] = vacantTimeAnalysis.vacantSlots.map(({ reason }: { reason: string }) => reason);
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.filter((reason) => reason.includes('every student is placed'))).toEqual([]);
  expect(reasons.some((reason) => reason.endsWith('no unplaced student has times.'))).toBe(true);
});
