import { lesson } from '@rondo/contracts/api/lessons.ts';
import { reportsByTeacher } from '@rondo/contracts/api/planner.ts';
import { z } from 'zod';

const schema = z.object({ reports: reportsByTeacher, lessons: z.array(lesson) });

export type LastRun = z.infer<typeof schema>;

/** What was stored, if it is a run. */
export const runIn = (stored: unknown): LastRun | null => schema.safeParse(stored).data ?? null;
