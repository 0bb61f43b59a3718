import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Answer, Visitor } from '../../testing/visitor.ts';

// Each test has a studio of its own. Imported variables have the values of the current test.
let rondo: TestRondo;
export let dana: Visitor;
export let teacher: string;
let visitors = 0;

/** Opens a new studio before each test, on Monday, November 23, 2026, at 9 AM in Austin: Dana teaches there. */
export const inPlannerStudio = (): void => {
  beforeAll(async () => {
    rondo = await testRondo('2026-11-23T15:00:00Z');
  });
  afterAll(() => rondo.stop());
  beforeEach(async () => {
    visitors += 1;
    dana = await rondo.visitor().register(`dana${visitors}@example.com`);
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
