import { backupEvents } from '@rondo/contracts/events/backups.ts';
import { movesOf } from '@rondo/contracts/events/billing/allocations.ts';
import { billingEvents, isOnCharge, isOnInvoice, isOnStatement } from '@rondo/contracts/events/billing/billing.ts';
import { calendarEvents } from '@rondo/contracts/events/calendar.ts';
import { lessonRowsGiven, lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { messageEvents } from '@rondo/contracts/events/schedule/messages.ts';
import { notesEvents } from '@rondo/contracts/events/schedule/notes.ts';
import { reportEvents } from '@rondo/contracts/events/schedule/report.ts';
import {
  isLessonEvent,
  scheduleEvents,
  type LessonEvent,
  type PlanEvent,
} from '@rondo/contracts/events/schedule/schedule.ts';
import { timeoffEvents } from '@rondo/contracts/events/schedule/timeoff.ts';
import { householdEvents } from '@rondo/contracts/events/household.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { studentEvents } from '@rondo/contracts/events/student.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import type { HistoryKind } from '@rondo/contracts/api/history/history-kinds.ts';
import { nameWords } from '@rondo/contracts/people/name-words.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, type Handled, type RowChange, type RowKey, type RowOf, type RowReader } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { personChange } from '../shared/person.ts';
import { accountPart, chargePart, mailDeed, mailed, statementPart } from './parts/account-parts.ts';
import { inquiryDeed, mileageDeed, notePart, timeoffPart, timeoffSubjects } from './parts/timeoff-parts.ts';
import { branchReading } from './parts/branch-parts.ts';
import { emptyRow, withDeed, type Deed } from './deed-row.ts';
import { deedsTable, subjectsTable, type DeedPart } from './deeds-table.ts';
import * as parts from './parts/deed-parts.ts';
import {
  briefOf,
  cancelledPart,
  isRequestEvent,
  kindOf,
  lessonPart,
  schedulePart,
  studentsAt,
  timeBefore,
} from './parts/lesson-parts.ts';

type SubjectRow = RowOf<typeof subjectsTable>;

const read = {
  schedule: eventReader(scheduleEvents),
  student: eventReader(studentEvents),
  teacher: eventReader(teacherEvents),
  household: eventReader(householdEvents),
  timeoff: eventReader(timeoffEvents),
  notes: eventReader(notesEvents),
  messages: eventReader(messageEvents),
  studio: eventReader(studioEvents),
  report: eventReader(reportEvents),
  backups: eventReader(backupEvents),
  billing: eventReader(billingEvents),
  calendar: eventReader(calendarEvents),
};

/** An event with what it does to names and lessons, and what it needs to know of them. */
type Reading = {
  readonly reads: readonly string[];
  readonly deed: (subject: (name: string) => SubjectRow | undefined) => Deed;
  readonly changes?: (subject: (name: string) => SubjectRow | undefined) => readonly Omit<SubjectRow, 'studio_id'>[];
};

const named = (subject: string, name: string, lastName = ''): Omit<SubjectRow, 'studio_id'> => ({
  subject,
  name,
  last_name: lastName,
  words: nameWords(`${name} ${lastName}`).join(' '),
  lesson: null,
});

const onLesson = (event: LessonEvent, teacherId: string): Reading => {
  const lessonId = 'lesson' in event.data ? event.data.lesson.lessonId : event.data.lessonId;
  const rows = lessonRowsGiven(event);
  const lesson = rows.find((one) => one.lessonId === lessonId);
  const near = [lessonId, lesson?.continues, lesson?.seriesId].filter((id) => typeof id === 'string');
  return {
    reads: [...new Set([...near, ...lessonRowsTouched(event)])].map((id) => `lesson:${id}`),
    deed: (subject) => {
      const lessonOf = (id: string) => subject(`lesson:${id}`)?.lesson ?? null;
      const before = timeBefore(lesson, lessonOf, lessonId);
      const after = lesson ? briefOf(lesson) : before;
      const part = after && lessonPart(event, { before, after });
      return { part: part && { ...part, lessonId, teacherId }, subjects: [`teacher:${teacherId}`], ...kindOf(event) };
    },
    changes: () => rows.map((one) => ({ ...named(`lesson:${one.lessonId}`, ''), lesson: briefOf(one) })),
  };
};

const planKinds: Readonly<Partial<Record<PlanEvent['type'], HistoryKind>>> = {
  ScheduleOptimized: 'plans',
  ScheduleAccepted: 'plans',
  ScheduleRejected: 'plans',
  ScheduleReopened: 'plans',
  PlanCorrected: 'plans',
  CalendarSynced: 'calendar',
  CalendarReplaced: 'calendar',
  ScheduleRestored: 'restores',
  TimeHeld: 'students',
  TimeReleased: 'students',
};

const onPlan = (event: PlanEvent, teacherId: string): Reading => ({
  reads: [],
  deed: () => ({
    part: cancelledPart(event, teacherId) ?? schedulePart(event, teacherId) ?? parts.planPart(event, teacherId),
    kind: planKinds[event.type] ?? (isRequestEvent(event) ? 'families' : 'lessons'),
    subjects: [`teacher:${teacherId}`, ...studentsAt(event).map((studentId) => `student:${studentId}`)],
    ...(event.type === 'CalendarSynced' && event.data.automatic && { calendarOf: teacherId }),
  }),
});

const onPerson = (recorded: SourceEvent, subject: string, part: DeedPart | null): Reading => {
  const fields = personChange(recorded)?.fields;
  const { first_name: first, last_name: last } = fields ?? {};
  return {
    reads: [subject],
    deed: () => ({ part, subjects: [subject] }),
    changes: (subjectOf) => {
      if (first === undefined && last === undefined) return [];
      const known = subjectOf(subject);
      return [named(subject, first ?? known?.name ?? '', last ?? known?.last_name ?? '')];
    },
  };
};

/** What happens to a student as a member of a family is told with the families. */
const inFamily = (reading: Reading, householdId: string | null): Reading => ({
  ...reading,
  deed: (subject) => {
    const deed = reading.deed(subject);
    const household = householdId === null ? [] : [`household:${householdId}`];
    return { ...deed, kind: 'families', subjects: [...(deed.subjects ?? []), ...household] };
  },
});

const readingOf = (recorded: SourceEvent): Reading => {
  switch (parseStreamName(recorded.stream).category) {
    case 'schedule': {
      const event = read.schedule(recorded);
      const teacherId = entityOf(recorded.stream);
      return isLessonEvent(event) ? onLesson(event, teacherId) : onPlan(event, teacherId);
    }
    case 'student': {
      const event = read.student(recorded);
      const reading = onPerson(recorded, `student:${event.data.studentId}`, parts.studentPart(event));
      return event.type === 'StudentHouseholdSet' ? inFamily(reading, event.data.householdId) : reading;
    }
    case 'teacher': {
      const event = read.teacher(recorded);
      return onPerson(recorded, `teacher:${event.data.teacherId}`, parts.teacherPart(event));
    }
    case 'household': {
      const event = read.household(recorded);
      const subject = `household:${event.data.householdId}`;
      return {
        reads: [],
        deed: () => ({ part: parts.householdPart(event), subjects: [subject] }),
        ...(event.type !== 'HouseholdRemoved' && {
          changes: () => [named(subject, familyInWords(event.data.details.name))],
        }),
      };
    }
    case 'studio': {
      const event = read.studio(recorded);
      return {
        reads: [],
        deed: () => ({
          part: parts.studioPart(event, recorded.metadata.actor),
          opens: event.type === 'StudioOpened',
          ...(event.type === 'StudioOpened' && { final: 'The studio begins with this.' }),
          ...((event.type === 'FamiliesTold' || event.type === 'ToldMarksRestored') && {
            kind: 'families' as const,
            subjects: parts.studentsTold(event).map((studentId) => `student:${studentId}`),
          }),
        }),
      };
    }
    case 'day':
      return { reads: [], deed: () => mileageDeed(recorded) };
    case 'inquiry':
    case 'inquiries':
      return { reads: [], deed: () => inquiryDeed(recorded) };
    case 'timeoff': {
      const event = read.timeoff(recorded);
      return { reads: [], deed: () => ({ part: timeoffPart(event), subjects: timeoffSubjects(event) }) };
    }
    case 'notes': {
      const event = read.notes(recorded);
      return { reads: [], deed: () => ({ part: notePart(event), subjects: [`student:${event.data.studentId}`] }) };
    }
    case 'messages':
      return { reads: [], deed: () => mailDeed(read.messages(recorded)) };
    case 'report': {
      const event = read.report(recorded);
      return {
        reads: [],
        deed: () => ({ part: parts.reportPart(event) }),
        ...(event.type === 'ReportWritten' && {
          changes: () => [named(`report:${event.data.reportId}`, event.data.title)],
        }),
      };
    }
    case 'branch':
      return branchReading(recorded, named);
    case 'billing': {
      const event = read.billing(recorded);
      if (isOnStatement(event)) {
        const isRequest = event.type === 'StatementSendRequested';
        return { reads: [], deed: () => ({ part: statementPart(event), ...(isRequest && { final: mailed }) }) };
      }
      if (isOnCharge(event)) return { reads: [], deed: () => ({ part: chargePart(event) }) };
      if (!isOnInvoice(event)) {
        const invoices = [...new Set(movesOf(event).map(({ to }) => `invoice:${to}`))];
        const family = 'payerId' in event.data ? [`household:${event.data.payerId}`] : [];
        return {
          reads: [...invoices, ...family],
          deed: (subject) => {
            const isKnown = (name: string): boolean => subject(name) !== undefined;
            return {
              part: accountPart(event, {
                isInvoice: (id) => isKnown(`invoice:${id}`),
                isFamily: (id) => isKnown(`household:${id}`),
              }),
              subjects: [...invoices, ...family].filter(isKnown),
            };
          },
        };
      }
      const invoice = `invoice:${event.data.invoiceId}`;
      const isNew = event.type === 'InvoiceGenerated';
      return {
        reads: [invoice],
        deed: (subject) => ({
          part: parts.invoicePart(event, isNew ? event.data.studentId : (subject(invoice)?.lesson?.studentId ?? null)),
          subjects: [invoice],
          ...(event.type === 'InvoiceSendRequested' && { final: mailed }),
        }),
        ...(isNew && { changes: () => [named(invoice, event.data.invoiceNumber)] }),
      };
    }
    case 'calendar': {
      const event = read.calendar(recorded);
      return {
        reads: [],
        deed: () => ({
          part: parts.calendarPart(event),
          ...(event.type === 'NotificationsRead' && { final: 'What was read stays read.' }),
        }),
      };
    }
    default:
      return { reads: [], deed: () => ({ part: parts.backupPart(read.backups(recorded)) }) };
  }
};

/** What an event adds to the row of its batch, to the names of its subjects, and to the batch that it undoes. */
export const deedsOf = (recorded: SourceEvent): Handled => {
  const { studioId, batchId, undoes } = recorded.metadata;
  const reading = readingOf(recorded);
  const key: RowKey = [studioId, batchId];
  // A restore that fails takes nothing back.
  const undoneBy = recorded.type === 'RestoreFailed' ? null : batchId;
  const subjectIn = (rows: RowReader) => (subject: string) => rows.get(subjectsTable, [studioId, subject]);
  return {
    reads: [
      { table: deedsTable, key },
      ...(undoes === undefined ? [] : [{ table: deedsTable, key: [studioId, undoes] }]),
      ...reading.reads.map((subject) => ({ table: subjectsTable, key: [studioId, subject] })),
    ],
    changes: (rows): RowChange[] => {
      const row = rows.get(deedsTable, key) ?? emptyRow(recorded, recordedAtOf(recorded));
      const target = undoes === undefined ? undefined : rows.get(deedsTable, [studioId, undoes]);
      return [
        put(deedsTable, withDeed(row, recorded, reading.deed(subjectIn(rows)))),
        ...(target && target.undone_by !== undoneBy ? [put(deedsTable, { ...target, undone_by: undoneBy })] : []),
        ...(reading.changes?.(subjectIn(rows)) ?? []).map((subject) =>
          put(subjectsTable, { studio_id: studioId, ...subject }),
        ),
      ];
    },
  };
};
