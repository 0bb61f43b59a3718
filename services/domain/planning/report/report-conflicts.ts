import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { spanOf } from '@rondo/contracts/calendar/rows.ts';
import { outsideHours, type PersonWithHours } from '@rondo/contracts/lessons/outside-hours.ts';
import { staysPinned } from '../../schedule/plan/pins.ts';
import { fixedId, studentName, titleOf } from '../instance/instance.ts';
import { weeklySpan } from '../instance/pinned-pairs.ts';
import type { ReportInput } from './report-input.ts';

/** A pinned lesson outside anybody's hours: it stays. */
const outsideOf = (entry: WeeklyLesson, { input, students }: ReportInput): string[] => {
  const { details, availability } = input.teacher;
  const student = students.get(entry.studentId ?? '');
  const people: PersonWithHours[] = [
    { whose: 'teacher', name: details.name, availability },
    ...(student ? [{ whose: 'student' as const, name: studentName(student), availability: student.availability }] : []),
  ];
  return outsideHours(people, { dayOfWeek: entry.dayOfWeek, date: null, ...spanOf(entry) }).map(
    ({ text }) => `${titleOf(entry, students)} stays pinned, ${weeklySpan(entry)}. ${text}`,
  );
};

/** What contradicts itself among the entries that stay where they are, one sentence each. */
export const conflictsOf = (source: ReportInput): string[] => {
  const { input, run, solved } = source;
  const isNamed = (studentIds: readonly string[]): boolean =>
    run.pinnedPairs.some(({ lessonIds }) => lessonIds.every((id) => studentIds.includes(fixedId(id))));
  return [
    ...run.pinnedPairs.map(({ text }) => text),
    ...solved.explanation.conflicts.filter(({ studentIds }) => !isNamed(studentIds)).map(({ detail }) => detail),
    ...input.fixed.filter((entry) => staysPinned(entry, input.startsOn)).flatMap((entry) => outsideOf(entry, source)),
  ];
};
