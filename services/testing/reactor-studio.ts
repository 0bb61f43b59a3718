import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { randomUUID } from 'node:crypto';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { annLee, danaWhitfield } from '@rondo/projections/testing/people-facts.ts';
import { assignTeacher, registerStudent, removeStudent, restoreStudent } from '../domain/people/student.ts';
import { registerTeacher, removeTeacher, restoreTeacher } from '../domain/people/teacher.ts';
import { createEntry, type ManualEntry } from '../domain/schedule/edit/entries.ts';
import { optimizeSchedule } from '../domain/schedule/plan/plan.ts';
import type { ScheduleState } from '../domain/schedule/state.ts';
import { commandIn, type ReactorSite } from './reactor-site.ts';
import { nothingClosed } from '../domain/schedule/time-off/closures.ts';

/** Monday, November 23, 2026: the day of all removals. */
export const today = '2026-11-23';

/** A lesson of a student, or an appointment. */
export const entryOf = (lessonId: string, studentId: string | null): Omit<ManualEntry, 'when'> => ({
  lessonId,
  studentId,
  entryType: studentId === null ? 'appointment' : 'lesson',
  ...plainDetails,
  eventTitle: studentId === null ? 'Orchestra' : null,
  status: 'scheduled',
  start: 16 * 60,
  duration: 45,
});

/** A new studio, changed by commands as the handlers send them. Ids are short names. */
export const studioOn = ({ store, schedules, roster }: ReactorSite) => {
  const studioId = randomUUID();
  const on = () => commandIn(studioId);
  const inSchedule = (teacherId: string, decide: Parameters<typeof schedules.execute>[3]['decide']) =>
    schedules.execute(studioId, teacherId, on(), { input: null, decide });
  const ofStudent = (studentId: string, decide: Parameters<typeof roster.students.execute>[2]['decide']) =>
    roster.students.execute(roster.studentStream(studioId, studentId), on(), { input: null, decide });
  const ofTeacher = (teacherId: string, decide: Parameters<typeof roster.teachers.execute>[2]['decide']) =>
    roster.teachers.execute(roster.teacherStream(studioId, teacherId), on(), { input: null, decide });
  const lessonsOf = async (teacherId: string): Promise<Lesson[]> => [
    ...(await schedules.load(studioId, teacherId)).state.lessons.values(),
  ];

  return {
    studioId,
    addStudent: (studentId: string) =>
      ofStudent(
        studentId,
        registerStudent({ studentId, details: { ...annLee, firstName: studentId }, availability: [] }),
      ),
    addTeacher: (teacherId: string) =>
      ofTeacher(
        teacherId,
        registerTeacher({ teacherId, details: { ...danaWhitfield, name: teacherId }, availability: [] }),
      ),
    assign: (studentId: string, teacherId: string) =>
      ofStudent(studentId, assignTeacher({ assignmentId: `${studentId} ${teacherId}`, teacherId })),
    removeStudent: (studentId: string) => ofStudent(studentId, removeStudent(today)),
    removeTeacher: (teacherId: string) => ofTeacher(teacherId, removeTeacher(today)),
    /** A removed student returns, with these teachers. */
    restoreStudent: (studentId: string, teacherIds: readonly string[] = []) =>
      ofStudent(studentId, (state) =>
        restoreStudent(
          state,
          {
            student: { studentId, details: annLee, availability: [], sample: false, origin: null, registeredAt: today },
            household: [],
            assignments: teacherIds.map((teacherId, preferenceRank) => ({
              id: `${studentId} ${teacherId}`,
              teacherId,
              preferenceRank,
              assignedAt: today,
            })),
          },
          { today },
        ),
      ),
    /** A removed teacher returns. */
    restoreTeacher: (teacherId: string) =>
      ofTeacher(teacherId, (state) =>
        restoreTeacher(
          state,
          { teacher: { teacherId, details: danaWhitfield, availability: [], sample: false, registeredAt: today } },
          { today },
        ),
      ),
    /** A weekly lesson on Mondays since September, or an appointment. */
    series: (teacherId: string, lessonId: string, studentId: string | null) =>
      inSchedule(
        teacherId,
        createEntry({
          ...entryOf(lessonId, studentId),
          when: { kind: 'weekly', dayOfWeek: 1, validFrom: '2026-09-07' },
        }),
      ),
    dated: (teacherId: string, lessonId: string, studentId: string | null, date: string) =>
      inSchedule(teacherId, createEntry({ ...entryOf(lessonId, studentId), when: { kind: 'dated', date } })),
    /** A plan that awaits a decision: these students, each with a new lesson with the id `plan STUDENT`. */
    plan: (
      teacherId: string,
      studentIds: string[],
      endsElsewhere: { teacherId: string; lessonId: string; from: string }[] = [],
    ) =>
      inSchedule(
        teacherId,
        optimizeSchedule({
          reportId: `report ${teacherId}`,
          runId: 'run',
          startsOn: '2026-11-30',
          today: '2026-11-23',
          closing: nothingClosed,
          endsElsewhere,
          students: studentIds.map((studentId, i) => ({
            studentId,
            placement: {
              lessonId: `plan ${studentId}`,
              studentId,
              dayOfWeek: 3,
              start: (14 + i) * 60,
              duration: 45,
              driveMinutes: 10,
              notBefore: null,
            },
          })),
        }),
      ),
    inSchedule,
    stateOf: async (teacherId: string): Promise<ScheduleState> => (await schedules.load(studioId, teacherId)).state,
    planOf: async (teacherId: string) => (await schedules.load(studioId, teacherId)).state.plan,
    /** "A until 2026-11-22" for a series that ended, "D on 2026-11-16" for a dated lesson, "A" for an open-ended series. */
    lessonsOf: async (teacherId: string): Promise<string[]> =>
      (await lessonsOf(teacherId))
        .map((lesson) => {
          if (!isWeekly(lesson)) return `${lesson.lessonId} on ${lesson.date}`;
          return lesson.validTo === null ? lesson.lessonId : `${lesson.lessonId} until ${lesson.validTo}`;
        })
        .toSorted(),
    teachersOf: async (studentId: string): Promise<string[]> =>
      (await roster.student(studioId, studentId)).assignments.map(({ teacherId }) => teacherId),
    /** The types of a stream's events, batch by batch. */
    batchesOf: async (category: string, entityId: string): Promise<string[][]> => {
      const events = await store.readStream(`${category}-${studioId}.${entityId}`);
      return [...Map.groupBy(events, ({ metadata }) => metadata.batchId).values()].map((batch) =>
        batch.map(({ type }) => type),
      );
    },
    /** Every event of a stream by type, in order. */
    eventsOf: async (category: string, entityId: string): Promise<string[]> =>
      (await store.readStream(`${category}-${studioId}.${entityId}`)).map(({ type }) => type),
  };
};
