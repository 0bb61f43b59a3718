import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsByName, type StudentRow } from '@rondo/projections/students/queries.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersByAge, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import type { PastMoment, Then } from '../moments/as-of.ts';

/** The lists of students and teachers at a moment, in the order of today's lists. */
export const rosterAt = ({ moment }: PastMoment) => ({
  students: async (): Promise<Then<StudentRow[]>> => {
    const { position, rows } = await moment.of(studentsModel);
    return { position, list: studentsByName(rows(studentsTable)) };
  },
  teachers: async (): Promise<Then<TeacherRow[]>> => {
    const { position, rows } = await moment.of(teachersModel);
    return { position, list: teachersByAge(rows(teachersTable)) };
  },
});
