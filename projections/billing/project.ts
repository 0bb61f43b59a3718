import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { lineageChanges } from '../shared/lineages.ts';
import { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import { queriedModel, changing, put, reading, remove, type Handled, type RowOf } from '../runner/read-model.ts';
import type { BillingDb } from './queries.ts';
import { attendanceTable, payersTable } from './table.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import {
  studentEvents,
  type Assignment,
  type StudentDetails,
  type StudentEvent,
} from '@rondo/contracts/events/student.ts';
import { definedFields } from '../kit/defined-fields.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import type { SourceEvent } from '../runner/source.ts';

type Payer = RowOf<typeof payersTable>;

const read = eventReader(studentEvents);
const readSchedule = eventReader(scheduleEvents);

const firstTeacher = (assignments: readonly Assignment[]): string | null =>
  assignments.toSorted((a, b) => a.preferenceRank - b.preferenceRank)[0]?.teacherId ?? null;

type Details = { readonly [Name in keyof StudentDetails]?: StudentDetails[Name] | undefined };

const paymentFields = ({ paymentType, perLessonRateCents, monthlyRateCents, startDate }: Details): Partial<Payer> =>
  definedFields({
    payment_type: paymentType,
    per_lesson_rate_cents: perLessonRateCents,
    monthly_rate_cents: monthlyRateCents,
    start_date: startDate,
  });

/** What an event changes in a student's row. */
const changesIn = (event: StudentEvent): Partial<Payer> | null => {
  switch (event.type) {
    case 'StudentDetailsChanged':
      return paymentFields(event.data.changes);
    case 'StudentTeachersSet':
      return { first_teacher_id: firstTeacher(event.data.assignments) };
    case 'StudentRemoved':
      return { removed_on: event.data.on };
    case 'StudentLocated':
    case 'StudentAvailabilitySet':
    case 'StudentHouseholdSet':
    case 'StudentRegistered':
    case 'StudentReinstated':
      return null;
  }
};

const onStudent = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  const key = [recorded.metadata.studioId, event.data.studentId];
  if (event.type === 'StudentRegistered' || event.type === 'StudentReinstated') {
    const { studentId, details } = event.data;
    const [registeredAt, assignments] =
      event.type === 'StudentReinstated'
        ? [event.data.registeredAt, event.data.assignments]
        : [recordedAtOf(recorded), []];
    return reading(payersTable, [], () => [
      put(payersTable, {
        studio_id: recorded.metadata.studioId,
        student_id: studentId,
        payment_type: details.paymentType,
        per_lesson_rate_cents: details.perLessonRateCents,
        monthly_rate_cents: details.monthlyRateCents,
        start_date: details.startDate,
        registered_at: registeredAt,
        removed_on: null,
        first_teacher_id: firstTeacher(assignments),
      }),
    ]);
  }
  const changes = changesIn(event);
  return changes && changing(payersTable, key, (row) => row && { ...row, ...changes });
};

const onSchedule = (recorded: SourceEvent): Handled | null => {
  if (recorded.type !== 'AttendanceRecorded') return lineageChanges(recorded);
  const event = readSchedule(recorded);
  if (event.type !== 'AttendanceRecorded') return null;
  const { studioId } = recorded.metadata;
  return reading(attendanceTable, [], () =>
    event.data.entries.map(({ lessonId, week, date, record }) =>
      record === null
        ? remove(attendanceTable, [studioId, lessonId, week])
        : put(attendanceTable, {
            studio_id: studioId,
            lesson_id: lessonId,
            week,
            date,
            record,
            recorded_at: recordedAtOf(recorded),
          }),
    ),
  );
};

/** What billing needs besides lessons and invoices: how students pay, where lessons come from, who was there, and which plans are pending. */
export const billingModel = queriedModel<BillingDb, 'billing'>({
  name: 'billing',
  version: 3,
  categories: ['schedule', 'student'],
  tables: [payersTable, attendanceTable, lineagesTable, plansTable],
  on: (recorded) =>
    parseStreamName(recorded.stream).category === 'student' ? onStudent(recorded) : onSchedule(recorded),
});
