import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import {
  assignTeachersToStudents,
  emptyTeacherAvailability,
  moveStudents,
  removeStudents,
  removeTeachers,
  setStudentAvailability,
  setStudentDetails,
} from '../../domain/people/bulk/bulk.ts';
import type { Done } from './people-acts.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** Actions on several people at once. */
export const bulkSteps = [
  'assign many',
  'move many',
  'random weeks',
  'standard weeks',
  'clear weeks',
  'clear hours',
  'set rate or length',
  'remove students',
  'remove teachers',
] as const;
export type BulkStep = Omit<Step, 'kind'> & { readonly kind: (typeof bulkSteps)[number] };

/** Carries out a bulk action on up to three of the people who are there. */
export const onMany = async (
  { services, present }: StudioInMemory,
  { kind, nth }: BulkStep,
  context: CommandContext,
): Promise<Done> => {
  const { students, teachers } = present();
  const some = (people: readonly string[]) => people.slice(0, 1 + (nth % 3));
  switch (kind) {
    case 'assign many':
      return assignTeachersToStudents(services, context, {
        studentIds: some(students),
        teacherIds: teachers.slice(nth % 2),
      });
    case 'move many':
      return assignTeachersToStudents(services, context, {
        studentIds: some(students),
        teacherIds: teachers.toReversed().slice(0, 1 + (nth % 2)),
        replace: true,
      });
    case 'random weeks':
      return setStudentAvailability(services, context, some(students), 'random');
    case 'standard weeks':
      return setStudentAvailability(services, context, some(students), 'standard');
    case 'clear weeks':
      return setStudentAvailability(services, context, some(students), 'none');
    case 'clear hours':
      return emptyTeacherAvailability(services, context, some(teachers));
    case 'set rate or length':
      return setStudentDetails(
        services,
        context,
        some(students),
        nth % 2 === 0 ? { paymentType: 'monthly', monthlyRateCents: 20_000 + nth } : { lessonDuration: 60 },
      );
    case 'remove students':
      return removeStudents(services, context, some(students));
    case 'remove teachers': {
      const [moveTo] = teachers.toReversed();
      const teacherIds = some(teachers);
      if (moveTo !== undefined && !teacherIds.includes(moveTo))
        await moveStudents(services, context, { studentIds: students, teacherIds, moveTo });
      return removeTeachers(services, context, teacherIds);
    }
  }
};
