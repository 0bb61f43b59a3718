import { formatDuration } from '../calendar/times.ts';
import type { BranchChange } from '../events/branches/branch.ts';
import { listed } from '../people/family-name.ts';

/** What students and teachers are called, and whose each weekly lesson is. */
export type BranchNames = {
  readonly students: ReadonlyMap<string, string>;
  readonly teachers: ReadonlyMap<string, string>;
  readonly lessons: ReadonlyMap<string, string>;
};

const studentIn = ({ students }: BranchNames, id: string): string => students.get(id) ?? 'A student who was removed';
const teacherIn = ({ teachers }: BranchNames, id: string): string => teachers.get(id) ?? 'A teacher who was removed';
const lessonIn = ({ lessons }: BranchNames, id: string): string => lessons.get(id) ?? 'a student who was removed';

const joined = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** What a change makes otherwise, as a sentence. */
export const branchSentence = (change: BranchChange, names: BranchNames): string => {
  switch (change.kind) {
    case 'studentHours':
      return `${studentIn(names, change.studentId)} has other hours.`;
    case 'teacherHours':
      return `${teacherIn(names, change.teacherId)} has other hours.`;
    case 'length': {
      const { studentIds, lessonDuration } = change;
      const who =
        studentIds.length > 3 ? `${studentIds.length} students` : listed(studentIds.map((id) => studentIn(names, id)));
      return `${who} ${studentIds.length === 1 ? 'has' : 'have'} lessons of ${formatDuration(lessonDuration)}.`;
    }
    case 'teachers':
      return change.teacherIds.length === 0
        ? `${studentIn(names, change.studentId)} has no teacher.`
        : `${studentIn(names, change.studentId)} is taught by ${listed(change.teacherIds.map((id) => teacherIn(names, id)))}.`;
    case 'leaves':
      return `${studentIn(names, change.studentId)} leaves.`;
    case 'joins':
      return `${joined(change)} joins, with lessons of ${formatDuration(change.lessonDuration)}.`;
    case 'pin':
      return `The weekly lesson of ${lessonIn(names, change.lessonId)} ${change.pinned ? 'keeps its time' : 'may move'}.`;
    case 'home':
      return `${teacherIn(names, change.teacherId)} lives at ${change.address}.`;
  }
};

/** What a change is about, without a verb: "Dana Whitfield’s home". */
export const branchSubject = (change: BranchChange, names: BranchNames): string => {
  switch (change.kind) {
    case 'studentHours':
      return `${studentIn(names, change.studentId)}’s hours`;
    case 'teacherHours':
      return `${teacherIn(names, change.teacherId)}’s hours`;
    case 'length':
      return change.studentIds.length === 1
        ? `${studentIn(names, change.studentIds[0] ?? '')}’s lesson length`
        : `the lesson length of ${change.studentIds.length} students`;
    case 'teachers':
      return `${studentIn(names, change.studentId)}’s teachers`;
    case 'leaves':
      return studentIn(names, change.studentId);
    case 'joins':
      return joined(change);
    case 'pin':
      return `${lessonIn(names, change.lessonId)}’s pin`;
    case 'home':
      return `${teacherIn(names, change.teacherId)}’s home`;
  }
};
