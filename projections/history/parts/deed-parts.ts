import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { BackupEvent } from '@rondo/contracts/events/backups.ts';
import type { InvoiceEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { CalendarEvent } from '@rondo/contracts/events/calendar.ts';
import type { HouseholdEvent } from '@rondo/contracts/events/household.ts';
import type { ReportEvent } from '@rondo/contracts/events/schedule/report.ts';
import type { PlanEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { StudentEvent } from '@rondo/contracts/events/student.ts';
import type { StudioEvent } from '@rondo/contracts/events/studio.ts';
import type { TeacherEvent } from '@rondo/contracts/events/teacher.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { listed } from '@rondo/contracts/people/family-name.ts';
import type { DeedName } from '../deed-names.ts';
import type { DeedPart } from '../deeds-table.ts';

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

/** What the header of an append on a schedule tells; null where the events behind it tell all, and for what people record besides plans. */
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
    case 'AttendanceRecorded':
    case 'RepairApplied':
    case 'RepairAsked':
    case 'RepairAnswered':
    case 'RepairEnded':
    case 'TimeHeld':
    case 'TimeReleased':
    case 'TimeRequested':
    case 'RequestAnswered':
    case 'RequestWithdrawn':
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
  notes: 'notes',
  doorNote: 'note for the door',
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
      if (event.data.origin === 'csv') return partOf('familyImport', `Imported ${who} from a CSV file`, about);
      return event.data.origin === 'vcard'
        ? partOf('studentImport', `Imported ${who} from a vCard file`, about)
        : partOf('studentAddition', `Added ${who}`, about);
    case 'StudentDetailsChanged':
      return partOf('studentEdit', `Changed ${detailsOf(event.data.changes, who)}`, about);
    case 'StudentAvailabilitySet':
      return partOf('studentHours', `Changed the times of ${who}`, about);
    case 'StudentTeachersSet':
      return partOf('studentTeachers', `Changed the teachers of ${who}`, about);
    case 'StudentHouseholdSet': {
      const { householdId } = event.data;
      const text =
        householdId === null ? `Took ${who} out of the family` : `Added ${who} to {household:${householdId}}`;
      return partOf('householdMember', text, about);
    }
    case 'StudentRemoved':
      return partOf('studentRemoval', `Deleted ${who}`, about);
    case 'StudentReinstated':
      return partOf('studentReturn', `Brought back ${who}`, about);
    case 'StudentLocated':
      return null;
  }
};

export const householdPart = (event: HouseholdEvent): DeedPart => {
  const who = `{household:${event.data.householdId}}`;
  switch (event.type) {
    case 'HouseholdCreated':
      return partOf('household', `Made ${who}`);
    case 'HouseholdChanged':
      return partOf('householdEdit', `Changed ${who}`);
    case 'HouseholdRemoved':
      return partOf('householdRemoval', `Deleted ${who}`);
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
  payLink: 'the pay link',
  currency: 'the currency',
  familyPage: 'families’ pages',
  familyCancel: 'cancelling by families',
  familyRequest: 'asking for another time by families',
  sendReminders: 'reminders to families',
  sendChanges: 'mail about changes',
  sendPastDue: 'mail about past due invoices',
  reminderTime: 'the time of reminders',
  ownDriveTimes: 'the use of own drive times',
  mileage: 'how drives are kept',
};

export const studentsTold = ({
  data,
}: Extract<StudioEvent, { type: 'FamiliesTold' | 'ToldMarksRestored' }>): string[] =>
  'marks' in data ? data.marks.map(({ studentId }) => studentId) : data.studentIds;

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

/** What an event of the studio does; null for news that families got by mail, which the list of messages shows. */
export const studioPart = (event: StudioEvent, actor: string): DeedPart | null => {
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
    case 'HouseholdSuggestionDismissed':
      return partOf('familySuggestion', 'Dismissed a suggested family');
    case 'HouseholdSuggestionReturned':
      return partOf('familySuggestion', 'Suggested a family again');
    case 'FamiliesTold':
    case 'ToldMarksRestored': {
      if (actor === 'messages') return null;
      const studentIds = studentsTold(event);
      const families = (event.type === 'FamiliesTold' ? event.data.families : null) ?? studentIds.length;
      const names = studentIds.map((studentId) => `{student:${studentId}}`);
      const [studentId] = studentIds;
      return partOf(
        'families',
        `Marked ${counted(families, `the family of ${listed(names)}`, 'families')} as told${event.type === 'FamiliesTold' ? '' : ' as before'}`,
        studentIds.length === 1 && studentId !== undefined ? { studentId } : {},
      );
    }
  }
};

export const reportPart = (event: ReportEvent): DeedPart | null => {
  const name = `{report:${event.data.reportId}}`;
  if (event.type === 'ReportWritten') return null;
  if (event.type === 'WishesSet') {
    const { wishes } = event.data;
    const studentId = wishes.at(-1)?.studentId;
    return studentId === undefined
      ? partOf('report', `Took back a question to a family`)
      : partOf('report', `Asked the family of {student:${studentId}} about another time`, { studentId });
  }
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
      return null;
    case 'RestoreFailed':
      return partOf('restoreFailure', 'A restore stopped before its end');
  }
};

export const calendarPart = (event: CalendarEvent): DeedPart => {
  if (event.type === 'NotificationsRead')
    return partOf(
      'calendarRead',
      `Marked ${counted(event.data.notificationIds.length, 'a notification', 'notifications')} as read`,
    );
  const { name, studentId } = event.data;
  const meaning = studentId === null ? 'means no one now' : `means {student:${studentId}}`;
  return partOf('calendarName', `Set that “${name}” in the calendar ${meaning}`, { studentId });
};

export const invoicePart = (event: InvoiceEvent, studentId: string | null): DeedPart | null => {
  const { invoiceId } = event.data;
  const about = { invoiceId, studentId };
  const name = `{invoice:${invoiceId}}`;
  switch (event.type) {
    case 'InvoiceGenerated': {
      const { totalCents, currency, payer } = event.data;
      return partOf(
        'invoice',
        `Created ${name} for {${payer.type}:${payer.id}}, ${moneyText(totalCents / 100, currency)}`,
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
