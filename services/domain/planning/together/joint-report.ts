import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import type { JointReport, ProvenGoals } from '@rondo/contracts/events/schedule/joint.ts';
import type { JointPlan } from '@rondo/contracts/events/schedule/schedule.ts';
import { studentName } from '../instance/instance.ts';
import type { acceptedLessons } from '../instance/accepted-lessons.ts';
import type { Week } from '../plan-week.ts';

type PartReport = { readonly content: ReportContent; readonly week: Week };
type Accepted = ReturnType<typeof acceptedLessons>;

const goals = ['placed', 'preferred', 'driving', 'idle'] as const;

const provenOf = (parts: readonly PartReport[]): ProvenGoals => {
  const [placed, preferred, driving, idle] = goals.map((goal) =>
    parts.every(({ content }) => content.optimizationStats.provenGoals[goal]),
  );
  return { placed: placed === true, preferred: preferred === true, driving: driving === true, idle: idle === true };
};

/** What the reports of a joint plan have of all teachers. @param accepted what stands with any of them */
export const jointReportOf = (
  { teacherIds, lead }: JointPlan,
  parts: readonly PartReport[],
  { accepted, mostChanges }: { readonly accepted: Accepted; readonly mostChanges: number },
): JointReport => {
  const sum = (key: (stats: ReportContent['optimizationStats']) => number): number =>
    parts.reduce((total, { content }) => total + key(content.optimizationStats), 0);
  const nameOf = new Map(parts.map(({ content }) => [content.teacherId, content.teacherName]));
  const changes = parts.flatMap(({ content, week }) =>
    content.week.flatMap(({ studentId, source, day, startTime }) => {
      const now = accepted.find(({ lesson }) => lesson.studentId === studentId);
      const student = week.students.get(studentId ?? '');
      if (source !== 'optimized' || !student || !now || now.teacherId === content.teacherId) return [];
      return [
        {
          studentId: student.student_id,
          studentName: studentName(student),
          from: {
            teacherId: now.teacherId,
            teacherName: nameOf.get(now.teacherId) ?? '',
            day: shortDayName(now.lesson.dayOfWeek),
            startTime: toTimeText(now.lesson.start),
          },
          to: { teacherId: content.teacherId, teacherName: content.teacherName, day, startTime },
        },
      ];
    }),
  );
  return {
    teacherIds: [...teacherIds],
    lead,
    selected: [...new Set(parts.flatMap(({ content }) => content.selected))],
    mostChanges,
    totals: {
      students: sum(({ totalStudents }) => totalStudents),
      placed: sum(({ totalStudentsScheduled }) => totalStudentsScheduled),
      preferred: sum(({ preferredSlots }) => preferredSlots),
      preferredPossible: sum(({ preferredPossible }) => preferredPossible),
      driveMinutes: sum(({ totalDriveTime }) => totalDriveTime),
      driveMinutesBefore: sum(({ driveTimeBefore }) => driveTimeBefore),
      idleMinutes: sum(({ idleMinutes }) => idleMinutes),
      bound: boundOf(parts),
      provenGoals: provenOf(parts),
    },
    changes: changes.toSorted((a, b) => a.studentName.localeCompare(b.studentName)),
  };
};

/** Each part's bound has all students who may still find a place with any of the teachers. */
const boundOf = (parts: readonly PartReport[]): number => {
  const stats = parts.map(({ content }) => content.optimizationStats);
  const open = Math.max(0, ...stats.map(({ bound, totalStudentsScheduled }) => bound - totalStudentsScheduled));
  const [students, placed] = [
    stats.reduce((total, { totalStudents }) => total + totalStudents, 0),
    stats.reduce((total, { totalStudentsScheduled }) => total + totalStudentsScheduled, 0),
  ];
  return Math.min(students, placed + open);
};
