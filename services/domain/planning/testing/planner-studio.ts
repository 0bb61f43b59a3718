import { beforeEach } from 'vitest';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import type { Answer } from '../../../testing/visitor.ts';

// An imported variable has the value of the current test.
export let teacher: string;

/** Gives each test of the file a studio of its own in which Dana teaches. */
export const inPlannerStudio = (): void => {
  inOwnStudio();
  beforeEach(async () => {
    teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  });
};

export const student = (name: string, windows = everyDay, teacherId: string | undefined = teacher) =>
  addStudent(dana, name, windows, teacherId === undefined ? {} : { teacherId });

export const generate = (studentIds: string[], more: object = {}) =>
  dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds, ...more });

export const reportOf = (answer: Answer, teacherId = teacher) => answer.json.optimizationReports[teacherId];
export const decide = (reportId: string, status: string) =>
  dana.patch(`/api/optimization-reports/${reportId}/status`, { status });

export type LessonRow = { studentId: string; status: string; validFrom: string; validTo: string | null; id: string };
export const lessonsOf = async (studentId: string): Promise<LessonRow[]> =>
  (await dana.get('/api/lessons')).json.filter((lesson: LessonRow) => lesson.studentId === studentId);
