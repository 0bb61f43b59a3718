import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { MadeChange } from '@rondo/contracts/events/branches/branch.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { StudioRows } from './rows.ts';

type Joining = Extract<MadeChange['change'], { kind: 'joins' }>;

const assignmentsOf = (of: string, teacherIds: readonly string[]): StudentRow['assignments'] =>
  teacherIds.map((teacherId, preferenceRank) => ({
    id: derivedId(of, `assignment ${teacherId}`),
    teacherId,
    preferenceRank,
    createdAt: '',
  }));

/** An invented student as a row, whose id is that of the change. */
export const invented = (changeId: string, change: Joining): StudentRow => {
  const { firstName, lastName, address, city, zipCode, location, lessonDuration, perLessonRateCents } = change;
  return {
    studio_id: '',
    student_id: changeId,
    details: {
      firstName,
      lastName,
      phone: null,
      email: null,
      address: address ?? '',
      city,
      zipCode,
      location,
      lessonDuration,
      startDate: null,
      calendarUrl: null,
      paymentType: 'per_lesson',
      perLessonRateCents,
      monthlyRateCents: null,
      notes: null,
      doorNote: null,
    },
    availability: change.availability,
    assignments: assignmentsOf(changeId, change.teacherIds),
    sample: false,
    origin: null,
    household_id: null,
    created_at: '',
    revision: 0,
    search: '',
  };
};

/** What a branch makes of a studio's rows: a pure function of the rows of a moment and its changes, of which the later one holds. */
export type BranchRows = StudioRows & {
  /** Who leaves: for them nothing is planned. */
  readonly leaving: ReadonlySet<string>;
  readonly invented: ReadonlySet<string>;
};

/** Whether the people and the lesson that a change is about are there. */
export const isAbout = ({ change }: MadeChange, { students, teachers, taught }: StudioRows): boolean => {
  const hasTeacher = (teacherId: string): boolean => teachers.some(({ teacher_id }) => teacher_id === teacherId);
  switch (change.kind) {
    case 'studentHours':
    case 'leaves':
      return students.has(change.studentId);
    case 'teachers':
      return students.has(change.studentId) && (change.teacherIds.length === 0 || change.teacherIds.some(hasTeacher));
    case 'length':
      return change.studentIds.some((id) => students.has(id));
    case 'teacherHours':
    case 'home':
      return hasTeacher(change.teacherId);
    case 'joins':
      return true;
    case 'pin':
      return taught.some(({ lesson }) => lesson.lessonId === change.lessonId && isWeekly(lesson));
  }
};

/** The rows of a branch. Nothing of the given rows is changed; a change whose person is not there changes nothing. */
export const changedRows = (rows: StudioRows, changes: readonly MadeChange[]): BranchRows => {
  const students = new Map(rows.students);
  const teachers = new Map(rows.teachers.map((row) => [row.teacher_id, row]));
  const leaving = new Set<string>();
  const joined = new Set<string>();
  const pins = new Map<string, boolean>();
  const editStudent = (id: string, edit: (row: StudentRow) => Partial<StudentRow>): void => {
    const row = students.get(id);
    if (row) students.set(id, { ...row, ...edit(row) });
  };
  const editTeacher = (id: string, edit: (row: TeacherRow) => Partial<TeacherRow>): void => {
    const row = teachers.get(id);
    if (row) teachers.set(id, { ...row, ...edit(row) });
  };
  const hours = (availability: readonly AvailabilityWindow[]) => () => ({ availability: [...availability] });
  for (const { changeId, change } of changes)
    switch (change.kind) {
      case 'studentHours':
        editStudent(change.studentId, hours(change.availability));
        break;
      case 'teacherHours':
        editTeacher(change.teacherId, hours(change.availability));
        break;
      case 'length':
        for (const id of change.studentIds)
          editStudent(id, ({ details }) => ({ details: { ...details, lessonDuration: change.lessonDuration } }));
        break;
      case 'teachers': {
        const here = change.teacherIds.filter((id) => teachers.has(id));
        editStudent(change.studentId, () => ({ assignments: assignmentsOf(change.studentId, here) }));
        break;
      }
      case 'leaves':
        if (students.has(change.studentId)) leaving.add(change.studentId);
        break;
      case 'joins':
        students.set(changeId, invented(changeId, change));
        joined.add(changeId);
        break;
      case 'pin':
        pins.set(change.lessonId, change.pinned);
        break;
      case 'home': {
        const { address, city, zipCode, location } = change;
        editTeacher(change.teacherId, ({ details }) => ({ details: { ...details, address, city, zipCode, location } }));
        break;
      }
    }
  const taught = rows.taught
    .filter(({ lesson }) => !leaving.has(lesson.studentId ?? ''))
    .map((row) => {
      const pinned = pins.get(row.lesson.lessonId);
      return pinned === undefined ? row : { ...row, lesson: { ...row.lesson, pin: pinned ? { until: null } : null } };
    });
  return { ...rows, students, teachers: [...teachers.values()], taught, leaving, invented: joined };
};
