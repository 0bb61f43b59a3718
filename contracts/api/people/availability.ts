import { z } from 'zod';
import { toMinutes } from '../../calendar/times.ts';
import { dayOfWeek, timeText } from '../shapes.ts';

/** One availability row as lists show it. */
export const availability = z.object({
  id: z.string(),
  entityId: z.string(),
  entityType: z.enum(['student', 'teacher']),
  dayOfWeek,
  startTime: z.string(),
  endTime: z.string(),
  enabled: z.boolean(),
  isPreferred: z.boolean(),
});
export type Availability = z.infer<typeof availability>;

const perWeek = 70;

/** Availability rows as forms send them. */
export const availabilityInput = z
  .array(
    z
      .object({
        dayOfWeek,
        startTime: timeText,
        endTime: timeText,
        enabled: z.boolean().default(true),
        isPreferred: z.boolean().default(false),
      })
      .refine(({ startTime, endTime }) => toMinutes(startTime) < toMinutes(endTime), {
        error: 'End time must be after start time.',
        path: ['endTime'],
      }),
  )
  .max(perWeek, `At most ${perWeek} availability windows fit into a week.`);
export type AvailabilityInput = z.input<typeof availabilityInput>;
