import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { duration, id, instant, isoDate, minuteOfDay } from '../fields.ts';

/** A lesson of the day at another time, or one that is owed. */
export const repairKinds = ['move', 'fill'] as const;

/** How the time of a cancelled lesson is used, and what families are asked before. */
export const repairFacts = [
  /** The time of a cancelled lesson is used; the events that move the lessons follow. Minutes of the day's clock. */
  defineEvent(
    'RepairApplied',
    z.object({
      date: isoDate,
      /** The cancelled lesson. */
      lessonId: id,
      changes: z.array(
        z.object({
          kind: z.enum(repairKinds),
          lessonId: id,
          originalDate: isoDate,
          studentId: id,
          start: minuteOfDay,
        }),
      ),
    }),
  ),
  /** Families are asked before a repair is applied; its new times are held for them until then. */
  defineEvent(
    'RepairAsked',
    z.object({
      repairId: id,
      date: isoDate,
      /** The cancelled lesson. */
      lessonId: id,
      until: instant,
      changes: z.array(
        z.object({
          kind: z.enum(repairKinds),
          /** Of a lesson that is owed what calls name it by. */
          lessonId: z.string().min(1).max(80),
          originalDate: isoDate,
          studentId: id,
          /** When it begins now; null: it comes to the day. */
          from: minuteOfDay.nullable(),
          start: minuteOfDay,
          duration,
        }),
      ),
    }),
  ),
  /** A family's answer, said by the family itself or noted by the teacher. */
  defineEvent(
    'RepairAnswered',
    z.object({
      repairId: id,
      date: isoDate,
      studentId: id,
      answer: z.enum(['yes', 'no']),
      byFamily: z.boolean(),
      at: instant,
    }),
  ),
  /** Its times are no longer held. An answer in the same append precedes; what applies it follows. */
  defineEvent(
    'RepairEnded',
    z.object({
      repairId: id,
      date: isoDate,
      /** `overtaken`: the schedule was written to where it holds times, or in its rows. */
      outcome: z.enum(['applied', 'declined', 'withdrawn', 'overtaken']),
      at: instant,
    }),
  ),
] as const;
