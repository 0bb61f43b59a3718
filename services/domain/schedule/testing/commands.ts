import { editLesson, rescheduleLesson, updateLesson, type Edit, type Move, type Update } from '../edit/change.ts';
import { deleteLesson } from '../edit/deletion.ts';
import { cancelLesson, restoreLesson } from '../edit/one-date.ts';
import { busy, today } from './week.ts';

// Commands on one lesson, with the arguments that most tests do not care about.
const on = (lessonId: string) => ({ lessonId, revision: undefined, today, newId: 'N' });

/** Edits one date, unless the scope says otherwise. */
export const edit = (lessonId: string, more: Partial<Edit>) =>
  editLesson({ ...on(lessonId), scope: 'single', changes: {}, originalDate: null, lessonDate: null, ...more });

/** Moves one date of a series, as `newId`. */
export const moveDate = (lessonId: string, originalDate: string, lessonDate: string, newId = 'O') =>
  edit(lessonId, { originalDate, lessonDate, newId });

/** Reschedules to 16:00, unless another start is given. */
export const move = (lessonId: string, more: Partial<Move> = {}) =>
  rescheduleLesson({
    ...on(lessonId),
    start: 16 * 60,
    end: null,
    dayOfWeek: null,
    lessonDate: null,
    confirms: false,
    ...more,
  });

export const update = (lessonId: string, more: Partial<Update>) =>
  updateLesson({ ...on(lessonId), changes: {}, lessonDate: undefined, notBefore: today, ...more });

/** Deletes a lesson, or one date of a series. */
export const remove = (lessonId: string, date: string | null = null, day = today) =>
  deleteLesson({ lessonId, date, today: day, revision: undefined });

export const cancel = (lessonId: string, date: string | null, occurrenceId = 'O', revision?: number) =>
  cancelLesson({ lessonId, date, occurrenceId, revision });

export const restore = (lessonId: string, more: Partial<Parameters<typeof restoreLesson>[0]> = {}) =>
  restoreLesson({ lessonId, revision: undefined, force: false, busy: busy(), ...more });
