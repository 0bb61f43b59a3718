import type { HistoryKind } from '@rondo/contracts/api/history/history-kinds.ts';
import { z } from 'zod';

/** What a batch can do, the deed that explains it best first: a plan explains its lessons, a removal explains theirs. */
const names = [
  'restoreFailure',
  'restore',
  'sampleLoad',
  'sampleRemoval',
  'planDecision',
  'planRun',
  'clearing',
  'calendarReplacement',
  'teacherRemoval',
  'studentRemoval',
  'studentReturn',
  'teacherReturn',
  'studentImport',
  'studentAddition',
  'teacherAddition',
  'opening',
  'invoiceMail',
  'invoice',
  'invoiceRemoval',
  'invoiceReturn',
  'invoiceStatus',
  'invoiceNotes',
  'transfer',
  'move',
  'cancellation',
  'return',
  'lessonAddition',
  'lessonEdit',
  'lessonRemoval',
  'lessonEnd',
  'placement',
  'acceptance',
  'studentEdit',
  'studentTeachers',
  'studentHours',
  'teacherEdit',
  'teacherHours',
  'settings',
  'families',
  'backup',
  'backupRemoval',
  'report',
  'calendarName',
  'calendarRead',
  'calendarSync',
  'other',
] as const;

export const deedName = z.enum(names);
export type DeedName = z.infer<typeof deedName>;

/** The lower, the better it explains a batch. */
export const rankOf = (deed: DeedName): number => names.indexOf(deed);

const lessons = (verb: string) => (count: string) => `${verb} ${count} lessons`;
const students = (verb: string) => (count: string) => `${verb} ${count} students`;
const teachers = (verb: string) => (count: string) => `${verb} ${count} teachers`;
const invoices = (verb: string) => (count: string) => `${verb} ${count} invoices`;

/** The sentence of several deeds of one name, by their number and the first of them; null where the first speaks for all. */
export const several: Readonly<Record<DeedName, ((count: string, first: string) => string) | null>> = {
  restoreFailure: null,
  restore: null,
  sampleLoad: null,
  sampleRemoval: null,
  planDecision: null,
  planRun: (count) => `Generated plans for ${count} teachers`,
  clearing: (count) => `Cleared the lessons of ${count} teachers`,
  calendarReplacement: (count) => `Replaced the imported lessons of ${count} teachers`,
  teacherRemoval: teachers('Deleted'),
  studentRemoval: students('Deleted'),
  studentReturn: students('Brought back'),
  teacherReturn: teachers('Brought back'),
  studentImport: (count) => `Imported ${count} students from a vCard file`,
  studentAddition: students('Added'),
  teacherAddition: teachers('Added'),
  opening: null,
  invoiceMail: invoices('Mailed'),
  invoice: invoices('Created'),
  invoiceRemoval: invoices('Deleted'),
  invoiceReturn: invoices('Put back'),
  invoiceStatus: (count, first) => `Marked ${count} invoices ${first.slice(first.lastIndexOf('as '))}`,
  invoiceNotes: (count) => `Changed the notes of ${count} invoices`,
  transfer: lessons('Transferred'),
  move: lessons('Moved'),
  cancellation: lessons('Cancelled'),
  return: lessons('Put back'),
  lessonAddition: lessons('Added'),
  lessonEdit: lessons('Changed'),
  lessonRemoval: lessons('Deleted'),
  lessonEnd: lessons('Ended'),
  placement: lessons('Placed'),
  acceptance: lessons('Accepted'),
  studentEdit: students('Changed'),
  studentTeachers: (count) => `Changed the teachers of ${count} students`,
  studentHours: (count) => `Changed the times of ${count} students`,
  teacherEdit: teachers('Changed'),
  teacherHours: (count) => `Changed the hours of ${count} teachers`,
  settings: null,
  families: null,
  backup: null,
  backupRemoval: (count) => `Deleted ${count} backups`,
  report: (count) => `Changed ${count} reports`,
  calendarName: (count) => `Changed what ${count} names in calendars mean`,
  calendarRead: null,
  calendarSync: (count) => `Read ${count} calendars`,
  other: null,
};

/** Deeds on lessons, of which others tell the number. */
export const onLessons: ReadonlySet<DeedName> = new Set([
  'transfer',
  'move',
  'cancellation',
  'return',
  'lessonAddition',
  'lessonEdit',
  'lessonRemoval',
  'lessonEnd',
  'placement',
  'acceptance',
]);

/** The kind of change by the category of the stream, where the event itself does not say another. */
export const kindOfCategory: Readonly<Record<string, HistoryKind>> = {
  schedule: 'lessons',
  report: 'plans',
  student: 'students',
  teacher: 'teachers',
  billing: 'invoices',
  calendar: 'calendar',
  backups: 'restores',
  studio: 'settings',
};
