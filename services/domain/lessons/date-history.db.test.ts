import { expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { batchOf, ok } from '../../testing/visitor.ts';
import { inLessonStudio, weekly } from './testing/lesson-studio.ts';

inLessonStudio();

const historyOf = async (id: string): Promise<{ text: string; batchId: string }[]> =>
  ok(await dana.get(`/api/lessons/${id}/history`));

test('a cancelled date tells of every change of its series that changed it too', async () => {
  const series = ok(await weekly());
  const edit = (body: object) => dana.patch(`/api/lessons/${series.id}/edit`, body);
  const single = { editScope: 'single', originalDate: '2026-12-01', lessonDate: '2026-12-01' };
  const date = ok(await edit({ ...single, startTime: '17:00', duration: 45 }));
  ok(await dana.post(`/api/lessons/${date.id}/cancel`, { lessonDate: '2026-12-01' }));
  const changed = await edit({ dayOfWeek: 4, startTime: '18:00', duration: 45, editScope: 'series' });
  ok(changed);
  const teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
  const given = await dana.put(`/api/lessons/${series.id}`, { teacherId });
  ok(given);
  const ended = await dana.delete(`/api/lessons/${series.id}`);
  ok(ended);
  const [history, ofSeries] = [await historyOf(date.id), await historyOf(series.id)];
  for (const batchId of [changed, given, ended].map(batchOf)) {
    expect(history.filter((entry) => entry.batchId === batchId)).toHaveLength(1);
    expect(ofSeries.some((entry) => entry.batchId === batchId)).toBe(true);
  }
  expect(history.slice(-3).map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
    'With its weekly lesson: edited: every Thursday at 6:00 PM from Monday, November 23. This date is cancelled: Thursday, December 3 at 6:00 PM.',
    'With its weekly lesson: transferred from another teacher: every Thursday at 6:00 PM from Monday, November 23. This date is cancelled: Thursday, December 3 at 6:00 PM.',
    'With its weekly lesson: ended after Sunday, November 22. This date is dropped.',
  ]);
});
