import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Answer, Visitor } from '../../testing/visitor.ts';

// Each test has a studio of its own. Imported variables have the values of the current test.
export let rondo: TestRondo;
export let dana: Visitor;
export let teacher: string;
export let ann: string;
let visitors = 0;
/** An id that nothing has. */
export const unknown = '0b8f6a52-0000-4000-8000-000000000000';

/** Opens a new studio before each test, on Monday, November 23, 2026, at 9 AM in Austin: Dana teaches Ann. */
export const inLessonStudio = (): void => {
  beforeAll(async () => {
    rondo = await testRondo('2026-11-23T15:00:00Z');
  });
  afterAll(() => rondo.stop());
  beforeEach(async () => {
    visitors += 1;
    dana = await rondo.visitor().register(`dana${visitors}@example.com`);
    teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
    ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
  });
};

export const create = async (more: object = {}): Promise<Answer> =>
  dana.post('/api/lessons', { teacherId: teacher, studentId: ann, startTime: '16:00', duration: 45, ...more });
export const weekly = (more: object = {}) => create({ lessonDate: '', dayOfWeek: 2, ...more });
export const dated = (more: object = {}) => create({ lessonDate: '2026-12-01', ...more });
export const list = async (): Promise<{ id: string; lessonDate: string; status: string }[]> =>
  (await dana.get('/api/lessons')).json;
export const refused = ({ status, text }: Answer) => [status, text];
export const undo = (batchId: string) => dana.post('/api/undo', { batchId });
