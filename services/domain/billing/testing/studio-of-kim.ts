import { mondayMorning } from '../../../testing/settable-time.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import type { TestRondo } from '../../../testing/test-rondo.ts';
import { ok } from '../../../testing/visitor.ts';

export const december = { billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31' };

let studios = 0;

/** On that Monday: Dana with one student, Kim, who has a lesson on Tuesdays at 4 PM. `pays` of Kim. */
export const studioOfKim = async (rondo: TestRondo, pays: object = {}) => {
  rondo.setNow(Date.parse(mondayMorning));
  studios += 1;
  const dana = await rondo.visitor().register(`dana${studios}@example.com`);
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const kim = await addStudent(dana, 'Kim Park', everyDay, { teacherId: teacher });
  ok(await dana.put(`/api/students/${kim}`, { perLessonRate: 50, ...pays }));
  const body = { teacherId: teacher, studentId: kim, startTime: '16:00', duration: 45, lessonDate: '', dayOfWeek: 2 };
  const weekly: string = ok(await dana.post('/api/lessons', body)).id;
  return { dana, teacher, kim, weekly };
};

/** The same with 50.00 for each lesson from December 1 on. */
export const kimInDecember = (rondo: TestRondo) => studioOfKim(rondo, { startDate: '2026-12-01' });

/** Someone with another studio. */
export const stranger = (rondo: TestRondo) => rondo.visitor().register(`stranger${studios}@example.com`);
