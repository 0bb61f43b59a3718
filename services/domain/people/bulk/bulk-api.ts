import {
  assignRandomAvailability,
  assignStandardAvailability,
  clearStudentAvailability,
  clearTeacherAvailability,
  createAssignments,
  deleteStudents,
  deleteTeachers,
  setLengths,
  setRates,
} from '@rondo/contracts/api/people/bulk.ts';
import { isWeekly, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { listLessons } from '@rondo/projections/lessons/queries.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import { answeredAfter, batchIn } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow } from '../../studio/clock.ts';
import {
  assignTeachersToStudents,
  emptyTeacherAvailability,
  moveStudents,
  removeStudents,
  removeTeachers,
  setStudentAvailability,
  studentsOfTeachers,
  setStudentDetails,
} from './bulk.ts';

/** How many lessons these students still have with other teachers: series that go on, and single dates from today on. */
const standingLessons = async (
  services: Pick<Services, 'models' | 'settingsOf' | 'now'>,
  studioId: string,
  { studentIds, teacherIds }: { readonly studentIds: readonly string[]; readonly teacherIds: readonly string[] },
): Promise<number> => {
  const { today } = await studioNow(services, studioId);
  const rows = await listLessons(lessonsModel.read(services.models), studioId, { studentIds, from: today });
  return rows.filter(
    ({ teacher_id: teacherId, lesson }) =>
      !teacherIds.includes(teacherId) &&
      lesson.seriesId === null &&
      lesson.status !== 'optimized' &&
      occupiesTime(lesson) &&
      (!isWeekly(lesson) || lastsTo(lesson, today)),
  ).length;
};

/** Actions on several students or teachers at once. */
export const bulkRoutes = (
  services: Pick<Services, 'handlers' | 'models' | 'store' | 'settingsOf' | 'now' | 'sizes'>,
): Route[] => [
  route(deleteStudents, async ({ body: { studentIds } }, context) => {
    const executed = await removeStudents(services, context.command, studentIds);
    const answer = { success: true, deletedCount: studentIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(assignRandomAvailability, async ({ body: { studentIds } }, context) => {
    const executed = await setStudentAvailability(services, context.command, studentIds, 'random');
    const answer = { success: true, updatedCount: studentIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(assignStandardAvailability, async ({ body: { studentIds } }, context) => {
    const executed = await setStudentAvailability(services, context.command, studentIds, 'standard');
    const answer = { success: true, updatedCount: studentIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(clearStudentAvailability, async ({ body: { studentIds } }, context) => {
    const executed = await setStudentAvailability(services, context.command, studentIds, 'none');
    const answer = { success: true, clearedCount: studentIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(setRates, async ({ body: { studentIds, paymentType, rate } }, context) => {
    const { settings } = await services.settingsOf(context.actor.studioId);
    const problem = typeof rate === 'number' ? rateProblem(rate, settings.currency) : null;
    if (problem !== null) throw new InvalidInput(problem, [{ pointer: '/rate', detail: problem }]);
    const cents = typeof rate === 'number' ? Math.round(rate * 100) : null;
    const changes = { paymentType, [paymentType === 'monthly' ? 'monthlyRateCents' : 'perLessonRateCents']: cents };
    const executed = await setStudentDetails(services, context.command, studentIds, changes);
    const answer = { success: true, updatedCount: studentIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(setLengths, async ({ body: { studentIds, lessonDuration } }, context) => {
    const executed = await setStudentDetails(services, context.command, studentIds, { lessonDuration });
    const answer = { success: true, updatedCount: studentIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(createAssignments, async ({ body }, context) => {
    const executed = await assignTeachersToStudents(services, context.command, body);
    const answer = { success: true, updatedCount: body.studentIds.length };
    return answeredAfter(services, context, batchIn(executed), async () =>
      body.replace === true
        ? { ...answer, standingLessons: await standingLessons(services, context.actor.studioId, body) }
        : answer,
    );
  }),
  route(deleteTeachers, async ({ body: { teacherIds, moveTo } }, context) => {
    if (moveTo !== undefined) {
      const studentIds = await studentsOfTeachers(services, context.actor.studioId, teacherIds);
      await moveStudents(services, context.command, { studentIds, teacherIds, moveTo });
    }
    const executed = await removeTeachers(services, context.command, teacherIds);
    const answer = { success: true, deletedCount: teacherIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(clearTeacherAvailability, async ({ body: { teacherIds } }, context) => {
    const executed = await emptyTeacherAvailability(services, context.command, teacherIds);
    const answer = { success: true, clearedCount: teacherIds.length };
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
];
