import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useState } from 'react';
import { isUnconfirmed } from '../../api/call-failed.ts';
import { execute } from '../../api/commands/command.ts';
import { feedback, recordAttendance, type Recording } from './commands.ts';
import type { AttendedLesson } from './queries.ts';

/** Of which lesson a dialog records something. */
export type OfLesson = { readonly lesson: AttendedLesson; readonly date: IsoDate; readonly onClose: () => void };

/** Records something of one lesson from a form, which shows the error and closes once it is saved. */
export const useRecordingForm = ({ lesson, date, onClose }: OfLesson) => {
  const [error, setError] = useState<unknown>(null);
  const record = async (change: Recording['change']): Promise<void> => {
    setError(null);
    try {
      await execute(recordAttendance, { ...feedback, failed: null }, { date, lessons: [lesson], change });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  /** What both dialogs have in common. */
  const dialog = {
    open: true,
    subtitle: `${lesson.title}, ${shortDate(date)}`,
    submit: 'Save',
    width: 'narrow',
    submitError: error instanceof Error ? error.message : null,
    unconfirmed: isUnconfirmed(error),
    canSubmit: true,
    bodyClassName: 'grid content-start gap-4 p-6 max-desk:p-4',
    onClose,
  } as const;
  return { record, dialog };
};
