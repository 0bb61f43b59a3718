import { formatDuration } from '../calendar/times.ts';
import type { BranchChange } from '../events/branches/branch.ts';
import { listed } from '../people/family-name.ts';

/** What students, teachers and lessons are called. */
export type BranchNames = {
  readonly student: (studentId: string) => string;
  readonly teacher: (teacherId: string) => string;
  /** Whose weekly lesson it is. */
  readonly lesson: (lessonId: string) => string;
};

const joined = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** What a change makes otherwise, as a sentence. */
export const branchSentence = (change: BranchChange, names: BranchNames): string => {
  switch (change.kind) {
    case 'studentHours':
      return `${names.student(change.studentId)} has other hours.`;
    case 'teacherHours':
      return `${names.teacher(change.teacherId)} has other hours.`;
    case 'length': {
      const { studentIds, lessonDuration } = change;
      const who = studentIds.length > 3 ? `${studentIds.length} students` : listed(studentIds.map(names.student));
      return `${who} ${studentIds.length === 1 ? 'has' : 'have'} lessons of ${formatDuration(lessonDuration)}.`;
    }
    case 'teachers':
      return change.teacherIds.length === 0
        ? `${names.student(change.studentId)} has no teacher.`
        : `${names.student(change.studentId)} is taught by ${listed(change.teacherIds.map(names.teacher))}.`;
    case 'leaves':
      return `${names.student(change.studentId)} leaves.`;
    case 'joins':
      return `${joined(change)} joins, with lessons of ${formatDuration(change.lessonDuration)}.`;
    case 'pin':
      return `The weekly lesson of ${names.lesson(change.lessonId)} ${change.pinned ? 'keeps its time' : 'may move'}.`;
    case 'home':
      return `${names.teacher(change.teacherId)} lives at ${change.address}.`;
  }
};

/** What a change is about, without a verb: "Dana Whitfield’s home". */
export const branchSubject = (change: BranchChange, names: BranchNames): string => {
  switch (change.kind) {
    case 'studentHours':
      return `${names.student(change.studentId)}’s hours`;
    case 'teacherHours':
      return `${names.teacher(change.teacherId)}’s hours`;
    case 'length':
      return change.studentIds.length === 1
        ? `${names.student(change.studentIds[0] ?? '')}’s lesson length`
        : `the lesson length of ${change.studentIds.length} students`;
    case 'teachers':
      return `${names.student(change.studentId)}’s teachers`;
    case 'leaves':
      return names.student(change.studentId);
    case 'joins':
      return joined(change);
    case 'pin':
      return `${names.lesson(change.lessonId)}’s pin`;
    case 'home':
      return `${names.teacher(change.teacherId)}’s home`;
  }
};
