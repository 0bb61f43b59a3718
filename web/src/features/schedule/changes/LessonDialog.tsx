import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditForm, type EditForm } from '../../../forms/use-edit-form.ts';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Conflict } from '../../../calendar/entries/conflict.ts';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { outsideOf, wantedDay } from '../../../calendar/entries/exception.ts';
import { ExceptionQuestion } from '../../../calendar/entries/ExceptionQuestion.tsx';
import { teachersQuery } from '../../../calendar/queries.ts';
import { LessonForm } from './lesson-form.tsx';
import { lessonSchema, lessonValuesOf, wantedLesson, type CheckedLesson, type LessonValues } from './lesson-values.ts';
import { newestRow } from '../../../calendar/entries/newest-row.ts';
import { useEditLesson, type EditLesson } from './use-edit-lesson.ts';

const noTeachers: readonly Teacher[] = [];

type InTheWay = { readonly lesson: CheckedLesson; readonly conflict: Conflict };

/** The form of an optimized lesson connected to its calls. Remounted for each lesson. */
export const LessonDialog = (props: {
  readonly target: Target;
  readonly today: IsoDate;
  readonly onClose: () => void;
}) => {
  const { target: given, today, onClose } = props;
  const [inTheWay, setInTheWay] = useState<InTheWay | null>(null);
  const [exceptional, setExceptional] = useState<CheckedLesson | null>(null);
  const { data: teachers = noTeachers } = useQuery(teachersQuery);
  const edit: EditForm<CalendarLesson, LessonValues, CheckedLesson> = useEditForm({
    noun: 'lesson',
    schema: lessonSchema,
    fields: lessonSchema.keyof().options,
    given: given.row,
    valuesOf: (row) => lessonValuesOf(row ?? given.row, given.on),
    load: ({ lessonId }) =>
      newestRow(lessonId, given.on, edit.form.getValues('editScope') === 'single' ? 'date' : 'row'),
    save: async (lesson) => {
      if (outsideOf(wantedLesson(lesson, target), teachers)) setExceptional(lesson);
      else await send(lesson);
    },
  });
  const target: Target = { ...given, row: edit.row ?? given.row };
  const write = useEditLesson((error) => {
    setInTheWay(null);
    edit.showError(error);
  });

  const send = async (lesson: CheckedLesson, how: EditLesson['how'] = { kind: 'checked' }): Promise<void> => {
    edit.begin();
    const done = await write.send({ lesson, target, how });
    if (!done) return;
    if (done.answer.kind === 'saved') onClose();
    else setInTheWay({ lesson, conflict: done.answer.conflict });
  };

  return (
    <LessonForm edit={edit} target={target} today={today} hasScope={isWeekly(target.row)} onClose={onClose}>
      {exceptional && (
        <ExceptionQuestion
          teacher={target.row.teacher.name}
          day={wantedDay(wantedLesson(exceptional, target)) ?? 0}
          busy={write.isPending}
          onClose={() => setExceptional(null)}
          onConfirm={() => void send(exceptional).then(() => setExceptional(null))}
        />
      )}
      {inTheWay && (
        <ConflictDialog
          wanted={titleOf(target.row)}
          conflict={inTheWay.conflict}
          busy={write.isPending}
          onPick={(slot) => void send(inTheWay.lesson, { kind: 'alternative', slot })}
          onOverride={() => void send(inTheWay.lesson, { kind: 'override' })}
          onClose={() => setInTheWay(null)}
        />
      )}
    </LessonForm>
  );
};
