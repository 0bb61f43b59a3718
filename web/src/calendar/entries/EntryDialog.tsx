import { type IsoDate, mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditForm, type EditForm } from '../../forms/use-edit-form.ts';
import { titleOf } from '../days/entry.ts';
import type { Target, Rows } from '../days/optimistic.ts';
import { studentsQuery, teachersQuery, lessonsQuery, weekQuery } from '../queries.ts';
import { ConflictDialog, ExceptionQuestion } from './ConflictDialog.tsx';
import { EntryForm } from './entry-form.tsx';
import {
  entryFields,
  entrySchemaFor,
  entryValuesOf,
  isPlanned,
  newEntryValues,
  type CheckedEntry,
  type DrawnTime,
  type EntryValues,
} from './entry-values.ts';
import { entryRequest, entryWrite } from './entry-write.ts';
import { outsideOf, requestedDay } from './conflict.ts';
import { useTimedWrite } from './timed-write.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { queryClient } from '../../api/queries.ts';

/** The row and those that continue it, in order. */
const partsOf = (rows: Rows, lessonId: string): readonly CalendarLesson[] => {
  const row = rows.find((other) => other.lessonId === lessonId);
  const later = rows.filter(({ continues }) => continues === lessonId).flatMap((part) => partsOf(rows, part.lessonId));
  return row ? [row, ...later] : later;
};

const covers = (row: CalendarLesson, on: IsoDate): boolean =>
  !isWeekly(row) || ((row.validFrom === null || row.validFrom <= on) && lastsTo(row, on));

/** The part of a series that covers a date, or the next part after it; undefined if the series ended before. */
const partOn = (rows: Rows, lessonId: string, on: IsoDate): CalendarLesson | undefined => {
  const parts = partsOf(rows, lessonId);
  return parts.find((part) => covers(part, on)) ?? parts.findLast((part) => lastsTo(part, on));
};

/**
 * The current version of a row on a date, with another id if its series was split; undefined if it no longer exists.
 * @param what with `date`, the row that now replaces the series on that date, if any
 */
const newestRow = async (
  lessonId: string,
  on: IsoDate,
  what: 'row' | 'date' = 'row',
): Promise<CalendarLesson | undefined> => {
  const week = await queryClient.fetchQuery({ ...weekQuery(mondayOf(on)), staleTime: 0 });
  const replacing = week.find(({ seriesId, originalDate }) => seriesId === lessonId && originalDate === on);
  if (what === 'date' && replacing) return replacing;
  const same = week.find((row) => row.lessonId === lessonId);
  if (same && covers(same, on)) return same;
  // The parts in between may be in other weeks.
  const all = await queryClient.fetchQuery({ ...lessonsQuery({}), staleTime: 0 });
  return partOn(all, lessonId, on);
};

/** The form of an entry connected to its calls. Remounted for each entry. */
export default function EntryDialog(props: {
  /** The row to edit; null: a new entry. */
  readonly row: CalendarLesson | null;
  /** Whose calendar it was opened from, and on which date. */
  readonly teacherId: string;
  readonly on: IsoDate;
  /** When a new entry starts and how long it lasts, if the user chose that in the calendar. */
  readonly drawn?: DrawnTime;
  readonly onClose: () => void;
}) {
  const { row: opened, teacherId, on, drawn, onClose } = props;
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
    initial: opened,
    valuesOf: (row) => (row ? entryValuesOf({ row, on }) : newEntryValues({ teacherId, date: on, ...drawn })),
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
      isLengthChosen={drawn?.minutes !== undefined}
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
}
