import { tightWeek } from '@rondo/contracts/testing/tight-week.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { dana, inOneStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher } from '../../testing/studio-fixture.ts';
import { ok } from '../../testing/visitor.ts';

inOneStudio();

const home = '2210 Bluebonnet Ln, Austin, TX 78704';

const change = z.object({
  kind: z.literal('move'),
  lessonId: z.string(),
  studentId: z.string(),
  dayOfWeek: z.number(),
  startTime: z.string(),
});
const report = z.object({
  selected: z.array(z.string()),
  optimizationStats: z.looseObject({ totalStudentsScheduled: z.number(), totalStudents: z.number() }),
  schedulingDecisions: z.array(z.looseObject({ studentId: z.string(), timeSlot: z.string(), day: z.string() })),
  unscheduledAnalysis: z.array(
    z.looseObject({ studentId: z.string(), wouldFit: z.string().nullable(), change: z.unknown() }),
  ),
});

/** The students of the tight week, at the teacher's own address. A run takes them in the order of their ids. */
const tightStudents = async (teacherId: string): Promise<string[]> => {
  const ids: string[] = [];
  for (const i of tightWeek.keys()) ids.push(await addStudent(dana, `Tight${i} Lee`, [], { teacherId, address: home }));
  ids.sort();
  for (const [i, student] of tightWeek.entries()) ok(await dana.call('PUT', `/api/students/${ids[i]}`, student));
  return ids;
};

/** A run that is stopped as soon as it has started: with as many busy teachers before the last one as there are threads, hers never searches. */
const stoppedRun = async (teacherIds: readonly string[], studentIds: readonly string[]) => {
  const response = await fetch(`${rondo.url}/api/schedule/generate`, {
    method: 'POST',
    headers: { ...dana.cookies, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ teacherIds, studentIds }),
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    const isFirst = text === '';
    text += decoder.decode(part, { stream: true });
    const [, runId] = /"runId":"([^"]+)"/.exec(text) ?? [];
    if (isFirst) ok(await dana.post('/api/schedule/generate/stop', { runId }));
  }
  const result = /^event: result\ndata: (.*)$/m.exec(text)?.[1] ?? '{}';
  return z.object({ optimizationReports: z.record(z.string(), report) }).parse(JSON.parse(result)).optimizationReports;
};

test('a student who would fit if another one moved is placed once that lesson has moved', async () => {
  const busy: string[] = [];
  const studentIds: string[] = [];
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora']) {
    busy.push(await addTeacher(dana, `${name} Busy`, [{ day: 4, from: '15:00', to: '17:00' }]));
    const window = { day: 4, from: '15:00', to: '17:00' };
    studentIds.push(await addStudent(dana, `${name} Pupil`, [window], { teacherId: busy.at(-1) ?? '' }));
  }
  const afternoons = [1, 2, 3].map((day) => ({ day, from: '15:00', to: '17:00' }));
  const tess = await addTeacher(dana, 'Tess Tight', afternoons);
  const tight = await tightStudents(tess);
  const first = (await stoppedRun([...busy, tess], [...studentIds, ...tight]))[tess];
  const [left] = first?.unscheduledAnalysis ?? [];
  expect(first?.optimizationStats).toMatchObject({ totalStudentsScheduled: 6 });
  // The other teachers' students are none of this report's, so that planning it again takes the same students.
  expect(first?.selected.toSorted()).toEqual(tight);
  expect(left?.wouldFit).toMatch(/^If Tight\d Lee moved from .* to .*, Tight\d Lee would fit .*\.$/);

  const { lessonId, studentId, dayOfWeek, startTime } = change.parse(left?.change);
  ok(await dana.patch(`/api/lessons/${lessonId}/edit`, { editScope: 'series', dayOfWeek, startTime }));
  const { json } = await dana.post('/api/schedule/generate', { teacherIds: [tess], studentIds: tight });
  const second = report.parse(json.optimizationReports[tess]);
  expect(second.optimizationStats).toMatchObject({ totalStudentsScheduled: 7, totalStudents: 7 });
  const moved = second.schedulingDecisions.find((one) => one.studentId === studentId);
  expect([moved?.day, moved?.timeSlot.split('-')[0]]).toEqual([['Sun', 'Mon', 'Tue', 'Wed'][dayOfWeek], startTime]);
  expect(second.schedulingDecisions.some((one) => one.studentId === left?.studentId)).toBe(true);
});
