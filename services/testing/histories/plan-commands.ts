import { isPinnedFor } from '@rondo/contracts/lessons/pins.ts';
import { expect } from 'vitest';
import type { Answer } from '../visitor.ts';
import type { Command, Row, VisitedStudio } from './visited-studio.ts';

const decide = async (studio: VisitedStudio, status: 'accepted' | 'rejected'): Promise<void> => {
  const reports = await studio.reports();
  const report = studio.one(reports.filter((one) => one.status === 'pending')) ?? studio.one(reports);
  if (report) await studio.call('PATCH', `/api/optimization-reports/${report.id}/status`, { status });
};

const placeOf = ({ id, teacherId, dayOfWeek, startTime, validTo, status, pin }: Row) => ({
  id,
  teacherId,
  dayOfWeek,
  startTime,
  validTo,
  status,
  pin,
});

/** A run leaves pinned lessons where they are. */
const pinnedAreUnmoved = async (studio: VisitedStudio, before: readonly Row[], answer: Answer): Promise<void> => {
  if (answer.status !== 200) return;
  const reports: readonly { startsOn: string }[] = Object.values(answer.json.optimizationReports);
  const pinned = before.filter(
    (row) =>
      row.source === 'optimized' &&
      reports.every(({ startsOn }) => isPinnedFor(row, startsOn) && (row.validTo === null || row.validTo >= startsOn)),
  );
  const after = await studio.rows();
  for (const row of pinned) expect(after.filter(({ id }) => id === row.id).map(placeOf)).toEqual([placeOf(row)]);
};

const series = async (studio: VisitedStudio): Promise<Row[]> =>
  (await studio.rows()).filter(({ lessonDate, seriesId }) => lessonDate === '' && seriesId === null);

export const planCommands: Readonly<Record<string, Command>> = {
  plan: async (studio) => {
    const students = await studio.students();
    const teachers = await studio.teachers();
    if (students.length === 0 || teachers.length === 0) return;
    const before = await studio.rows();
    const answer = await studio.call('POST', '/api/schedule/generate', {
      teacherIds: teachers.map(({ id }) => id),
      studentIds: students.filter(() => studio.chance(0.7)).map(({ id }) => id),
      ...(studio.chance(0.4) ? { startsOn: studio.day(1, 10) } : {}),
      ...(studio.chance(0.3) ? { force: true } : {}),
    });
    await pinnedAreUnmoved(studio, before, answer);
  },
  pin: async (studio) => {
    const all = await series(studio);
    const optimized = all.filter(({ source }) => source === 'optimized');
    const lessonIds = (studio.chance(0.8) ? optimized : all).filter(() => studio.chance(0.6)).map(({ id }) => id);
    const until = studio.chance(0.4) ? { until: studio.day(0, 30) } : {};
    if (lessonIds.length > 0) await studio.call('POST', '/api/lessons/pins', { lessonIds, pinned: true, ...until });
  },
  unpin: async (studio) => {
    const lessonIds = (await series(studio)).filter(({ pin }) => pin !== null).map(({ id }) => id);
    if (lessonIds.length > 0) await studio.call('POST', '/api/lessons/pins', { lessonIds, pinned: false });
  },
  accept: (studio) => decide(studio, 'accepted'),
  reject: (studio) => decide(studio, 'rejected'),
  withdraw: async (studio) => {
    const teacher = studio.one(await studio.teachers());
    if (teacher) await studio.call('DELETE', '/api/schedule/generated', { teacherId: teacher.id });
  },
  'ask a family': async (studio) => {
    const [report, student] = [studio.one(await studio.reports()), studio.one(await studio.students())];
    if (report && student)
      await studio.call('POST', `/api/optimization-reports/${report.id}/wishes`, {
        studentId: student.id,
        window: { dayOfWeek: 1, startTime: '16:00', endTime: '18:00' },
      });
  },
  'delete a report': async (studio) => {
    const report = studio.one(await studio.reports());
    if (report) await studio.call('DELETE', `/api/optimization-reports/${report.id}`);
  },
};
