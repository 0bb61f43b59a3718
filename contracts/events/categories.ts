import { erasureEvents } from './erasures.ts';
import type { EventCategory } from './event.ts';
import { reportEvents } from './report.ts';
import { scheduleEvents } from './schedule.ts';
import { studentEvents } from './student.ts';
import { studioEvents } from './studio.ts';
import { teacherEvents } from './teacher.ts';

/** Every category of streams, in an order in which a studio's story can be told. */
export const allCategories: readonly EventCategory[] = [
  studioEvents,
  teacherEvents,
  studentEvents,
  reportEvents,
  scheduleEvents,
  erasureEvents,
];
