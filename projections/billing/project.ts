import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { lineageChanges } from '../shared/lineages.ts';
import { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import { queriedModel, changing, put, reading, type Handled, type RowOf } from '../runner/read-model.ts';
import type { BillingDb } from './queries.ts';
import { payersTable } from './table.ts';
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

/** What billing needs besides lessons and invoices: how students pay, where lessons come from, and which plans are pending. */
export const billingModel = queriedModel<BillingDb, 'billing'>({
  name: 'billing',
  version: 2,
  categories: ['schedule', 'student'],
  tables: [payersTable, lineagesTable, plansTable],
  on: (recorded) =>
    parseStreamName(recorded.stream).category === 'student' ? onStudent(recorded) : lineageChanges(recorded),
});
