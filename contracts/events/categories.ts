import { backupEvents } from './backups.ts';
import { billingEvents } from './billing/billing.ts';
import { calendarEvents } from './calendar.ts';
import { erasureEvents } from './erasures.ts';
import type { EventCategory } from './event.ts';
import { fenceEvents } from './fence.ts';
import { logEvents } from './log.ts';
import { reportEvents } from './schedule/report.ts';
import { scheduleEvents } from './schedule/schedule.ts';
import { studentEvents } from './student.ts';
import { studioEvents } from './studio.ts';
import { teacherEvents } from './teacher.ts';

/** Every category whose streams belong to one studio, in an order in which they can be replayed: together, all that the log knows of it. */
export const studioCategories: readonly EventCategory[] = [
  studioEvents,
  teacherEvents,
  studentEvents,
  reportEvents,
  scheduleEvents,
  calendarEvents,
  billingEvents,
  backupEvents,
];

export const allCategories: readonly EventCategory[] = [...studioCategories, fenceEvents, erasureEvents, logEvents];
