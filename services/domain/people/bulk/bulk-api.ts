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
import { rateProblem } from '@rondo/contracts/money/money.ts';
import { answeredAfter, batchIn } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import {
  assignTeachersToStudents,
  emptyTeacherAvailability,
  removeStudents,
  removeTeachers,
  setStudentAvailability,
  setStudentDetails,
} from './bulk.ts';

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
    return answeredAfter(services, context, batchIn(executed), () => answer);
  }),
  route(deleteTeachers, async ({ body: { teacherIds } }, context) => {
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
