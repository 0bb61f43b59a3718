import { settingsChange, type Settings } from '@rondo/contracts/api/settings.ts';
import { z } from 'zod';

const { shape } = settingsChange;

/** The time and the planning of a studio, with the rules and messages of the call. Input values are always text. */
export const planningSchema = z.object({
  timeZone: shape.timeZone.unwrap(),
  startGrid: z.string().transform(Number).pipe(shape.startGrid.unwrap()),
  optimizerSeconds: z
    .string()
    .transform((typed): number | null => (typed.trim() === '' ? null : Number(typed)))
    .pipe(shape.optimizerSeconds.unwrap()),
});

export type PlanningValues = z.input<typeof planningSchema>;

export const planningValues = (settings: Settings): PlanningValues => ({
  timeZone: settings.timeZone,
  startGrid: String(settings.startGrid),
  optimizerSeconds: String(settings.optimizerSeconds),
});

/** The distances between start times, with an example. */
export const startGrids = [
  { value: '1', label: 'Every minute: 4:00, 4:01' },
  { value: '5', label: 'Every 5 minutes: 4:00, 4:05' },
  { value: '10', label: 'Every 10 minutes: 4:00, 4:10' },
  { value: '15', label: 'Every 15 minutes: 4:00, 4:15' },
];
