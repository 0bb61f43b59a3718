import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditForm, type EditForm } from '../../forms/use-edit-form.ts';
import { titleOf } from '../days/entry.ts';
import type { Target } from '../days/optimistic.ts';
import { studentsQuery, teachersQuery } from '../queries.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EntryForm } from './entry-form.tsx';
import {
  entryFields,
  entrySchemaFor,
  entryValuesOf,
  isPlanned,
  newEntryValues,
  type CheckedEntry,
  type EntryValues,
} from './entry-values.ts';
import { entryRequest, entryWrite } from './entry-write.ts';
import { outsideOf, requestedDay } from './exception.ts';
import { ExceptionQuestion } from './ExceptionQuestion.tsx';
import { newestRow } from './newest-row.ts';
import { useTimedWrite } from './timed-write.ts';

/** The form of an entry connected to its calls. Remounted for each entry. */
export const EntryDialog = (props: {
  /** The row to edit; null: a new entry. */
  readonly row: CalendarLesson | null;
  /** Whose calendar it was opened from, and on which date. */
  readonly teacherId: string;
  readonly on: IsoDate;
  readonly onClose: () => void;
}) => {
  const { row: opened, teacherId, on, onClose } = props;
  const planned = opened !== null && isPlanned(opened);
  const teachersLoad = useQuery(teachersQuery);
  const studentsLoad = useQuery({ ...studentsQuery, enabled: !planned });
  const teachers = teachersLoad.data ?? [];
  const students = studentsLoad.data ?? [];
  /** Outside the availability of its teacher: written once the user has confirmed the exception. */
  const [exception, setException] = useState<CheckedEntry | null>(null);

  const edit: EditForm<CalendarLesson, EntryValues, CheckedEntry> = useEditForm({
    noun: planned ? 'lesson' : 'entry',
    schema: entrySchemaFor(opened),
    fields: entryFields,
    given: opened,
    valuesOf: (row) => (row ? entryValuesOf({ row, on }) : newEntryValues({ teacherId, date: on })),
    load: ({ lessonId }) =>
      newestRow(lessonId, on, planned && edit.form.getValues('repeats') === 'dated' ? 'date' : 'row'),
    save: async (entry) => {
      if (outsideOf(entryRequest(entry, target), teachers)) setException(entry);
      else await write(entry);
    },
  });
  const target: Target | null = edit.row && { row: edit.row, on };

  const writing = useTimedWrite({
    onDone: onClose,
    onError: (error) => {
      setException(null);
      edit.showError(error);
    },
  });

  const whoOf = ({ entryType, studentId, eventTitle }: CheckedEntry): string => {
    if (target && planned) return titleOf(target.row);
    return entryType === 'lesson' ? (students.find(({ id }) => id === studentId)?.name ?? 'The lesson') : eventTitle;
  };
  const write = (entry: CheckedEntry): Promise<boolean> => writing.send(entryWrite(entry, whoOf(entry), target));

  return (
    <EntryForm
      edit={edit}
      target={target}
      teachers={{ ...teachersLoad, rows: teachers }}
      students={{ ...studentsLoad, rows: students }}
      onClose={onClose}
    >
      {exception && (
        <ExceptionQuestion
          teacher={teachers.find(({ id }) => id === exception.teacherId)?.name ?? 'The teacher'}
          day={requestedDay(entryRequest(exception, target)) ?? 0}
          busy={writing.isPending}
          onClose={() => setException(null)}
          onConfirm={() => void write(exception).then(() => setException(null))}
        />
      )}
      <ConflictDialog writing={writing} />
    </EntryForm>
  );
};
