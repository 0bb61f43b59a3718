import { beforeEach } from 'vitest';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import type { Answer } from '../../../testing/visitor.ts';

// Imported variables have the values of the current test.
export let teacher: string;
export let ann: string;
/** An id that nothing has. */
export const unknown = '0b8f6a52-0000-4000-8000-000000000000';

/** Gives each test of the file a studio of its own in which Dana teaches Ann. */
export const inLessonStudio = (): void => {
  inOwnStudio();
  beforeEach(async () => {
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
export const undo = (batchId: string) => dana.post('/api/undo', { batchId });
