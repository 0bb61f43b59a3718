import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditForm } from '../../forms/use-edit-form.ts';
import { studentsQuery, teachersQuery } from '../queries.ts';
import type { Conflict } from './conflict.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EntryForm } from './entry-form.tsx';
import {
  entryBody,
  entrySchema,
  entryValuesOf,
  newEntryValues,
  type CheckedEntry,
  type EntryValues,
} from './entry-values.ts';
import { outsideOf, wantedDay } from './exception.ts';
import { ExceptionQuestion } from './ExceptionQuestion.tsx';
import { newestRow } from './newest-row.ts';
import { useSaveEntry, wantedWords, type SaveEntry } from './use-save-entry.ts';

const noTeachers: readonly Teacher[] = [];
const noStudents: readonly Student[] = [];

/** A call that is pending before the form closes. */
type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'exception'; readonly entry: CheckedEntry }
  | { readonly kind: 'conflict'; readonly entry: CheckedEntry; readonly conflict: Conflict };

const form: Step = { kind: 'form' };

const dayOf = (entry: CheckedEntry) => wantedDay(entryBody(entry)) ?? 0;

/** The manual entry form connected to its calls. Remounted for each entry. */
export const EntryDialog = (props: {
  /** Null: a new entry. */
  readonly given: CalendarLesson | null;
  /** Whose calendar it was opened from, and on which date. */
  readonly teacherId: string;
  readonly on: IsoDate;
  readonly onClose: () => void;
}) => {
  const { given, teacherId, on, onClose } = props;
  const teachersLoad = useQuery(teachersQuery);
  const studentsLoad = useQuery(studentsQuery);
  const { data: teachers = noTeachers } = teachersLoad;
  const { data: students = noStudents } = studentsLoad;
  const [step, setStep] = useState<Step>(form);

  const whoOf = ({ entryType, studentId, eventTitle }: CheckedEntry): string =>
    entryType === 'lesson' ? (students.find(({ id }) => id === studentId)?.name ?? 'The lesson') : eventTitle;

  const edit = useEditForm<CalendarLesson, EntryValues, CheckedEntry>({
    noun: 'entry',
    schema: entrySchema,
    fields: entrySchema.keyof().options,
    given,
    valuesOf: (row) => (row ? entryValuesOf(row) : newEntryValues({ teacherId, date: on })),
    load: ({ lessonId }) => newestRow(lessonId, on),
    save: async (entry) => {
      if (outsideOf(entryBody(entry), teachers)) setStep({ kind: 'exception', entry });
      else await send(entry);
    },
  });
  const { row } = edit;
  const save = useSaveEntry((error) => {
    setStep(form);
    edit.showError(error);
  });

  const send = async (entry: CheckedEntry, how: SaveEntry['how'] = { kind: 'checked' }): Promise<void> => {
    edit.begin();
    const done = await save.send({ entry, who: whoOf(entry), row, on, how });
    if (!done) return;
    const { answer } = done;
    if (answer.kind === 'saved') onClose();
    else setStep({ kind: 'conflict', entry, conflict: answer.conflict });
  };

  const teacherOf = (entry: CheckedEntry): Teacher | undefined => teachers.find(({ id }) => id === entry.teacherId);

  return (
    <EntryForm
      edit={edit}
      canRepeat={row?.seriesId === undefined || row.seriesId === null}
      teachers={{ ...teachersLoad, rows: teachers }}
      students={{ ...studentsLoad, rows: students }}
      onClose={onClose}
    >
      {step.kind === 'exception' && (
        <ExceptionQuestion
          teacher={teacherOf(step.entry)?.name ?? 'The teacher'}
          day={dayOf(step.entry)}
          busy={save.isPending}
          onClose={() => setStep(form)}
          onConfirm={() => void send(step.entry).then(() => setStep((now) => (now.kind === 'exception' ? form : now)))}
        />
      )}
      {step.kind === 'conflict' && (
        <ConflictDialog
          wanted={wantedWords(step.entry, whoOf(step.entry))}
          conflict={step.conflict}
          busy={save.isPending}
          onPick={(slot) => void send(step.entry, { kind: 'alternative', slot })}
          onOverride={() => void send(step.entry, { kind: 'override' })}
          onClose={() => setStep(form)}
        />
      )}
    </EntryForm>
  );
};
