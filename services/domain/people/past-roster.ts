import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsByName, type StudentRow } from '@rondo/projections/students/queries.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersByAge, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import type { PastMoment } from '../../platform/models/moments/as-of.ts';

/** The lists of students and teachers at a moment, in the order of today's lists. */
export const studentsAt = async ({ moment }: PastMoment): Promise<readonly StudentRow[]> =>
  studentsByName((await moment.of(studentsModel)).rows(studentsTable));

export const teachersAt = async ({ moment }: PastMoment): Promise<TeacherRow[]> =>
  teachersByAge((await moment.of(teachersModel)).rows(teachersTable));
