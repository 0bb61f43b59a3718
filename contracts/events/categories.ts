import { backupEvents } from './backups.ts';
import { billingEvents } from './billing/billing.ts';
import { calendarEvents } from './calendar.ts';
import { erasureEvents } from './erasures.ts';
import { branchEvents } from './branches/branch.ts';
import type { EventCategory } from './event.ts';
import { fenceEvents } from './fence.ts';
import { householdEvents } from './household.ts';
import { inquiriesEvents } from './schedule/inquiries.ts';
import { inquiryEvents } from './schedule/inquiry.ts';
import { logEvents } from './log.ts';
import { messageEvents } from './schedule/messages.ts';
import { dayEvents } from './schedule/day.ts';
import { notesEvents } from './schedule/notes.ts';
import { reportEvents } from './schedule/report.ts';
import { scheduleEvents } from './schedule/schedule.ts';
import { studentEvents } from './student.ts';
import { studioEvents } from './studio.ts';
import { timeoffEvents } from './schedule/timeoff.ts';
import { teacherEvents } from './teacher.ts';

/** Every category whose streams belong to one studio, in an order in which they can be replayed: together, all that the log knows of it. */
export const studioCategories: readonly EventCategory[] = [
  studioEvents,
  timeoffEvents,
  teacherEvents,
  householdEvents,
  studentEvents,
  reportEvents,
  scheduleEvents,
  dayEvents,
  notesEvents,
  messageEvents,
  inquiryEvents,
  inquiriesEvents,
  branchEvents,
  calendarEvents,
  billingEvents,
  backupEvents,
];

export const allCategories: readonly EventCategory[] = [...studioCategories, fenceEvents, erasureEvents, logEvents];
