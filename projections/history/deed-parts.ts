import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { BackupEvent } from '@rondo/contracts/events/backups.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing.ts';
import type { CalendarEvent } from '@rondo/contracts/events/calendar.ts';
import type { ReportEvent } from '@rondo/contracts/events/report.ts';
import type { LessonEvent, PlanEvent } from '@rondo/contracts/events/schedule.ts';
import type { StudentEvent } from '@rondo/contracts/events/student.ts';
import type { StudioEvent } from '@rondo/contracts/events/studio.ts';
import type { TeacherEvent } from '@rondo/contracts/events/teacher.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import type { RowOf } from '../runner/read-model.ts';
import type { DeedName } from './deed-names.ts';
import type { DeedPart, subjectsTable } from './deeds-table.ts';

/** When a lesson is, and whose. */
export type LessonBrief = NonNullable<RowOf<typeof subjectsTable>['lesson']>;

export const partOf = (deed: DeedName, text: string, about: Partial<DeedPart> = {}): DeedPart => ({
  deed,
  text,
  lessonId: null,
  studentId: null,
  teacherId: null,
  invoiceId: null,
  date: null,
  change: null,
  continues: null,
  ...about,
});

const days = (dayOfWeek: number): string => {
  const day = ([0, 1, 2, 3, 4, 5, 6] as const).find((one) => one === dayOfWeek) ?? 0;
  return `${longDayName(day)}s`;
};

/** "Wednesdays, 5:15 – 5:45 PM", "Mon, Dec 14, 2:45 – 3:15 PM". */
const spanOf = ({ date, dayOfWeek, start, duration }: LessonBrief): string =>
  `${date === null ? days(dayOfWeek) : shortDate(date)}, ${formatTimeRange(start, start + duration)}`;

/** "Wednesdays at 6:00 PM", "Fri, Dec 11, 2:45 PM". */
const timeOf = ({ date, dayOfWeek, start }: LessonBrief): string =>
  date === null ? `${days(dayOfWeek)} at ${formatTime(start)}` : `${shortDate(date)}, ${formatTime(start)}`;

/** "Theo Park on Tue, Dec 8", "Theo Park, Wednesdays at 6:00 PM". */
const lessonName = (whose: string, lesson: LessonBrief): string =>
  lesson.date === null ? `${whose}, ${timeOf(lesson)}` : `${whose} on ${shortDate(lesson.date)}`;

const isSameTime = (a: LessonBrief, b: LessonBrief): boolean =>
  a.date === b.date && a.dayOfWeek === b.dayOfWeek && a.start === b.start && a.duration === b.duration;

const fromDay = ({ date, validFrom }: LessonBrief): string =>
  date !== null || validFrom === null ? '' : ` from ${shortDate(validFrom)}`;

type Times = {
  /** The lesson before the event: of a new part of a series the earlier part, of a date that becomes its own its series. */
  readonly before: LessonBrief | null;
  /** The same on the date that the event is about. */
  readonly after: LessonBrief;
};

const moved = (whose: string, { before, after }: Times): string => {
  const from = before !== null && before.date !== null ? ` from ${shortDate(before.date)}` : '';
  return `Moved ${whose}${from} to ${timeOf(after)}${fromDay(after)}`;
};

/** What an event did to a lesson; null for what another event of the batch tells. */
export const lessonPart = (event: LessonEvent, { before, after }: Times): DeedPart | null => {
  const whose = after.studentId === null ? `“${after.title ?? 'Untitled'}”` : `{student:${after.studentId}}`;
  const { date } = after;
  const one = (deed: DeedName, text: string, more: Partial<DeedPart> = {}) =>
    partOf(deed, text, { studentId: after.studentId, date, ...more });
  const changed = (more: Partial<DeedPart> = {}): DeedPart => {
    if (before === null || isSameTime(before, after))
      return one('lessonEdit', `Changed ${lessonName(whose, after)}${fromDay(after)}`, more);
    const change = {
      before: spanOf(before),
      after: `${spanOf(after)}${after.date === null ? fromDay(after).replace(' from', ', from') : ''}`,
    };
    return one('move', moved(whose, { before, after }), { ...more, change });
  };
  switch (event.type) {
    case 'LessonCreated': {
      const { continues, status, source } = event.data.lesson;
      if (continues !== null) return changed({ continues });
      const verb = status === 'recommended' ? 'Recommended' : source === 'actual' ? 'Imported' : 'Added';
      return one('lessonAddition', `${verb} ${whose}, ${timeOf(after)}${fromDay(after)}`);
    }
    case 'LessonPlaced':
      return one('placement', `Placed ${whose}, ${timeOf(after)}`);
    case 'LessonKept':
      return one('acceptance', `Accepted ${whose}, ${timeOf(after)}`);
    case 'LessonEnded':
      return one('lessonEnd', `Ended ${whose}, ${timeOf(after)}, after ${shortDate(event.data.validTo)}`);
    case 'LessonReinstated':
      return one('return', `Put back ${whose}, ${timeOf(after)}`);
    case 'LessonRestored':
      return one('return', `Restored ${lessonName(whose, after)}`);
    case 'LessonDeleted':
      return one('lessonRemoval', `Deleted ${lessonName(whose, after)}`);
    case 'LessonSkipped':
      return one('lessonRemoval', `Deleted ${whose} on ${shortDate(event.data.date)}`, { date: event.data.date });
    case 'LessonCancelled':
      return one('cancellation', `Cancelled ${lessonName(whose, after)}`);
    case 'LessonRescheduled':
    case 'LessonEdited':
      return changed();
    case 'LessonTakenOver':
      return one('transfer', `Transferred ${lessonName(whose, after)}`);
    case 'LessonReleased':
      return null;
  }
};

/** What the header of an append on a schedule tells; null where the events behind it tell all. */
export const planPart = (event: PlanEvent, teacherId: string): DeedPart | null => {
  const who = `{teacher:${teacherId}}`;
  switch (event.type) {
    case 'ScheduleOptimized':
      return partOf('planRun', `Generated a plan for ${who}`, { teacherId });
    case 'ScheduleAccepted':
      return partOf('planDecision', `Accepted the plan for ${who}`, { teacherId });
    case 'ScheduleRejected':
      return partOf('planDecision', `${event.data.withdrawn ? 'Withdrew' : 'Rejected'} the plan for ${who}`, {
        teacherId,
      });
    case 'ScheduleCleared':
      return partOf('clearing', `Cleared the lessons of ${who} from ${shortDate(event.data.from)}`, { teacherId });
    case 'CalendarSynced':
      return partOf('calendarSync', `Read the calendar of ${who}`, { teacherId });
    case 'CalendarReplaced': {
      const { added, changed, removed } = event.data;
      const counts = `${added} added, ${changed} changed, ${removed} removed`;
      return partOf('calendarReplacement', `Replaced the imported lessons of ${who}: ${counts}`, { teacherId });
    }
    case 'ScheduleReopened':
      return partOf('report', `Reopened the plan for ${who}`, { teacherId });
    case 'BatchUndone':
    case 'ScheduleRestored':
    case 'PlanCorrected':
      return null;
  }
};

const detailNames: Readonly<Record<string, string>> = {
  firstName: 'name',
  lastName: 'name',
  name: 'name',
  phone: 'phone',
  email: 'email address',
  address: 'address',
  city: 'address',
  zipCode: 'address',
  location: 'address',
  lessonDuration: 'lesson length',
  startDate: 'first day',
  calendarUrl: 'calendar',
  paymentType: 'payment',
  perLessonRateCents: 'rate',
  monthlyRateCents: 'rate',
  availabilityInterpretation: 'hours',
};

/** "the address of Theo Park": the name of what changed, of several "the details". */
const detailsOf = (changes: object, who: string): string => {
  const names = new Set(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [detailNames[name] ?? 'details'])),
  );
  const [only = 'details'] = names;
  return `the ${names.size === 1 ? only : 'details'} of ${who}`;
};

export const studentPart = (event: StudentEvent): DeedPart | null => {
  const { studentId } = event.data;
  const who = `{student:${studentId}}`;
  const about = { studentId };
  switch (event.type) {
    case 'StudentRegistered':
      return event.data.origin === 'vcard'
        ? partOf('studentImport', `Imported ${who} from a vCard file`, about)
        : partOf('studentAddition', `Added ${who}`, about);
    case 'StudentDetailsChanged':
      return partOf('studentEdit', `Changed ${detailsOf(event.data.changes, who)}`, about);
    case 'StudentAvailabilitySet':
      return partOf('studentHours', `Changed the times of ${who}`, about);
    case 'StudentTeachersSet':
      return partOf('studentTeachers', `Changed the teachers of ${who}`, about);
    case 'StudentRemoved':
      return partOf('studentRemoval', `Deleted ${who}`, about);
    case 'StudentReinstated':
      return partOf('studentReturn', `Brought back ${who}`, about);
    case 'StudentLocated':
      return null;
  }
};

export const teacherPart = (event: TeacherEvent): DeedPart => {
  const { teacherId } = event.data;
  const who = `{teacher:${teacherId}}`;
  const about = { teacherId };
  switch (event.type) {
    case 'TeacherRegistered':
      return partOf('teacherAddition', `Added ${who}`, about);
    case 'TeacherDetailsChanged':
      return partOf('teacherEdit', `Changed ${detailsOf(event.data.changes, who)}`, about);
    case 'TeacherAvailabilitySet':
      return partOf('teacherHours', `Changed the hours of ${who}`, about);
    case 'TeacherRemoved':
      return partOf('teacherRemoval', `Deleted ${who}`, about);
    case 'TeacherReinstated':
      return partOf('teacherReturn', `Brought back ${who}`, about);
  }
};

const settingNames: Readonly<Record<string, string>> = {
  timeZone: 'the time zone',
  startGrid: 'the start times of plans',
  optimizerSeconds: 'the time for planning',
  paymentTermsDays: 'the payment terms',
  paymentInstructions: 'the payment instructions',
  currency: 'the currency',
};

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

export const studioPart = (event: StudioEvent): DeedPart => {
  switch (event.type) {
    case 'StudioOpened':
      return partOf('opening', 'Opened the studio');
    case 'SampleStudioLoaded':
      return partOf('sampleLoad', 'Loaded the sample studio');
    case 'SampleStudioRemoved':
      return partOf('sampleRemoval', 'Removed the sample studio');
    case 'StudioSettingsChanged': {
      const changed = new Set(
        Object.entries(event.data.changes).flatMap(([name, value]) =>
          value === undefined ? [] : [settingNames[name] ?? 'the letterhead'],
        ),
      );
      const [only = 'the settings'] = changed;
      return partOf('settings', `Changed ${changed.size === 1 ? only : 'the settings'}`);
    }
    case 'FamiliesTold': {
      const { studentIds } = event.data;
      const [studentId] = studentIds;
      return partOf(
        'families',
        `Marked ${counted(studentIds.length, 'the family', 'families')}${studentIds.length === 1 && studentId !== undefined ? ` of {student:${studentId}}` : ''} as told`,
        studentIds.length === 1 && studentId !== undefined ? { studentId } : {},
      );
    }
  }
};

export const reportPart = (event: ReportEvent): DeedPart | null => {
  const name = `{report:${event.data.reportId}}`;
  if (event.type === 'ReportWritten') return null;
  return partOf('report', `${event.type === 'ReportDeleted' ? 'Deleted' : 'Put back'} the report “${name}”`);
};

export const backupPart = (event: BackupEvent): DeedPart | null => {
  switch (event.type) {
    case 'BackupTaken':
      return partOf('backup', `Backed up as “${event.data.name}”`);
    case 'BackupDeleted':
      return partOf('backupRemoval', 'Deleted a backup');
    case 'BackupReinstated':
      return partOf('backup', 'Put a backup back');
    case 'RestoreRequested': {
      const { teacherId, asOf } = event.data;
      const what = teacherId === null ? 'the studio' : `the schedule of {teacher:${teacherId}}`;
      return partOf('restore', `Restored ${what} to {moment:${asOf}}`, { teacherId });
    }
    case 'RestoreStarted':
    case 'RestoreCompleted':
    case 'RestoreFailed':
      return null;
  }
};

export const calendarPart = (event: CalendarEvent): DeedPart => {
  if (event.type === 'NotificationsRead')
    return partOf(
      'calendarRead',
      `Marked ${counted(event.data.notificationIds.length, 'a notification', 'notifications')} as read`,
    );
  const { name, studentId } = event.data;
  const meaning = studentId === null ? 'means nobody now' : `means {student:${studentId}}`;
  return partOf('calendarName', `Set that “${name}” in the calendar ${meaning}`, { studentId });
};

export const invoicePart = (event: BillingEvent, studentId: string | null): DeedPart | null => {
  const { invoiceId } = event.data;
  const about = { invoiceId, studentId };
  const name = `{invoice:${invoiceId}}`;
  switch (event.type) {
    case 'InvoiceGenerated': {
      const { totalCents, currency, studentId: whose } = event.data;
      return partOf(
        'invoice',
        `Created ${name} for {student:${whose}}, ${moneyText(totalCents / 100, currency)}`,
        about,
      );
    }
    case 'InvoiceStatusSet':
      return partOf('invoiceStatus', `Marked ${name} as ${event.data.status}`, about);
    case 'InvoiceNotesChanged':
      return partOf('invoiceNotes', `Changed the notes of ${name}`, about);
    case 'InvoiceDeleted':
      return partOf('invoiceRemoval', `Deleted ${name}`, about);
    case 'InvoiceRestored':
      return partOf('invoiceReturn', `Put ${name} back as it was`, about);
    case 'InvoiceSendRequested':
      return partOf('invoiceMail', `Mailed ${name}`, about);
    case 'InvoiceMailDelayed':
    case 'InvoiceMailSent':
    case 'InvoiceMailFailed':
      return null;
  }
};
