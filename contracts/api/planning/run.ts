import { z } from 'zod';
import { moveTolerances } from '../../lessons/move-tolerance.ts';
import { dateText, id } from '../shapes.ts';
import { startGrid } from '../studio/settings.ts';

const maxMovedRule = 'The number of families that may move must be a whole number from 0 to 100.';
export const maxMoved = z.number(maxMovedRule).int(maxMovedRule).min(0, maxMovedRule).max(100, maxMovedRule);
const mostChangesRule = 'The number of students who may change teacher must be a whole number from 0 to 100.';
const mostChanges = z.number(mostChangesRule).int(mostChangesRule).min(0, mostChangesRule).max(100, mostChangesRule);
export const moveTolerance = z.literal(moveTolerances, 'The tolerance must be 0, 5, 10 or 15 minutes.');

/** Whom a run is for, from when, and on which minutes its lessons start. */
export const peopleOfRun = {
  teacherIds: z
    .array(id, 'Please select at least one teacher.')
    .min(1, 'Please select at least one teacher.')
    .max(100, 'Please select at most 100 teachers.'),
  studentIds: z
    .array(id, 'Please select at least one student.')
    .min(1, 'Please select at least one student.')
    .max(1000, 'Please select at most 1,000 students.'),
  /** The plan's first day. */
  startsOn: dateText.optional(),
  /** Minutes between possible starts, for this run; when absent, as in the settings. */
  startGrid: startGrid.optional(),
};

/** How several teachers are planned. */
export const together = {
  /** Plans all teachers' weeks as one, decided as one: a student goes to whichever of the assigned teachers the week is best with. */
  together: z.boolean().optional(),
  /** For `together`: how many students who have lessons with one of the teachers may get another of them; when absent, none. */
  mostChanges: mostChanges.optional(),
};
