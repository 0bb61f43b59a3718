import { zodResolver } from '@hookform/resolvers/zod';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { dayOfWeekOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { studentsQuery, teachersQuery } from '../queries.ts';
import type { Conflict } from './conflict.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EntryForm } from './entry-form.tsx';
import {
  changedFields,
  entrySchema,
  entryValuesOf,
  isOutsideAvailability,
  newEntryValues,
  weekdayOf,
  type CheckedEntry,
  type EntryValues,
} from './entry-values.ts';
import { newestRow } from './newest-row.ts';
import { isStale } from './use-lesson-command.ts';
import { useSaveEntry, wantedWords, type SaveEntry } from './use-save-entry.ts';

const noTeachers: readonly Teacher[] = [];
const noStudents: readonly Student[] = [];

const changedElsewhere =
  'This entry was changed elsewhere meanwhile. The newest values are loaded; what you typed is kept. Please check and save again.';

/** What the form waits for before it is done. */
type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'exception'; readonly entry: CheckedEntry }
  | { readonly kind: 'conflict'; readonly entry: CheckedEntry; readonly conflict: Conflict };

const form: Step = { kind: 'form' };

const dayOf = (entry: CheckedEntry) =>
  entry.repeats === 'weekly' ? (weekdayOf(entry.dayOfWeek) ?? 0) : dayOfWeekOf(entry.lessonDate);

/** The manual entry form joined to its calls. Mounted anew for every entry. */
export const EntryDialog = (props: {
  /** Null: a new entry. */
  readonly given: Lesson | null;
  /** Whose calendar it was opened from, and on which date. */
  readonly teacherId: string;
  readonly on: IsoDate;
  readonly onClose: () => void;
}) => {
  const { given, teacherId, on, onClose } = props;
  const { data: teachers = noTeachers } = useQuery(teachersQuery);
  const { data: students = noStudents } = useQuery(studentsQuery);
  const [row, setRow] = useState(given);
  const [step, setStep] = useState<Step>(form);
  const [refused, setRefused] = useState<Error | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const saved = useMemo<EntryValues>(
    () => (row ? entryValuesOf(row) : newEntryValues({ teacherId, date: on })),
    [row, teacherId, on],
  );
  const errors = useMemo(() => fieldErrorsOf(refused), [refused]);
  const state = useForm<EntryValues, unknown, CheckedEntry>({
    resolver: zodResolver(entrySchema),
    defaultValues: saved,
    errors,
    mode: 'onTouched',
  });

  /** Another window was faster: its values come in, what was typed here stays on top. */
  const reload = async (old: Lesson): Promise<void> => {
    const newest = await newestRow(old.id, on);
    if (!newest) {
      toast({ title: 'This entry was deleted elsewhere meanwhile.', tone: 'destructive' });
      onClose();
      return;
    }
    const typed = state.getValues();
    setRow(newest);
    state.reset(entryValuesOf(newest));
    for (const name of changedFields(saved, typed))
      state.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true });
    setNotice(changedElsewhere);
  };

  const whoOf = ({ entryType, studentId, eventTitle }: CheckedEntry): string =>
    entryType === 'lesson' ? (students.find(({ id }) => id === studentId)?.name ?? 'The lesson') : eventTitle;

  const save = useSaveEntry((error) => {
    setStep(form);
    if (row && isStale(error)) void reload(row);
    else setRefused(error);
  });

  const send = async (entry: CheckedEntry, how: SaveEntry['how'] = { kind: 'checked' }): Promise<void> => {
    setRefused(null);
    setNotice(null);
    const done = await save.send({ entry, who: whoOf(entry), row, on, how });
    if (!done) return;
    const { answer } = done;
    if (answer.kind === 'saved') onClose();
    else setStep({ kind: 'conflict', entry, conflict: answer.conflict });
  };

  const teacherOf = (entry: CheckedEntry): Teacher | undefined => teachers.find(({ id }) => id === entry.teacherId);
  const submit = state.handleSubmit(async (entry) => {
    if (isOutsideAvailability(entry, dayOf(entry), teacherOf(entry))) setStep({ kind: 'exception', entry });
    else await send(entry);
  });

  return (
    <EntryForm
      form={state}
      lessonId={row?.id ?? null}
      canRepeat={row?.seriesId === undefined || row.seriesId === null}
      teachers={teachers}
      students={students}
      loading={save.isPending && step.kind === 'form'}
      submitError={refused?.message ?? null}
      notice={notice}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {step.kind === 'exception' && (
        <ConfirmDialog
          open
          title="Outside the regular availability"
          confirm="Create Exception"
          loading={save.isPending}
          onClose={() => setStep(form)}
          onConfirm={() => void send(step.entry).then(() => setStep((now) => (now.kind === 'exception' ? form : now)))}
        >
          <p>
            {teacherOf(step.entry)?.name ?? 'The teacher'} does not usually teach on {longDayName(dayOf(step.entry))} at
            that time. An exception to the regular schedule will be created.
          </p>
        </ConfirmDialog>
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
