import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditForm } from '../../../forms/use-edit-form.ts';
import type { Met } from '../../../calendar/days/optimistic.ts';
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
export const LessonDialog = (props: { readonly met: Met; readonly today: IsoDate; readonly onClose: () => void }) => {
  const { met: given, today, onClose } = props;
  const [inTheWay, setInTheWay] = useState<InTheWay | null>(null);
  const [exceptional, setExceptional] = useState<CheckedLesson | null>(null);
  const { data: teachers = noTeachers } = useQuery(teachersQuery);
  const edit = useEditForm<CalendarLesson, LessonValues, CheckedLesson>({
    noun: 'lesson',
    schema: lessonSchema,
    fields: lessonSchema.keyof().options,
    given: given.row,
    valuesOf: (row) => lessonValuesOf(row ?? given.row, given.on),
    load: ({ lessonId }) => newestRow(lessonId, given.on),
    save: async (lesson) => {
      if (outsideOf(wantedLesson(lesson, met), teachers)) setExceptional(lesson);
      else await send(lesson);
    },
    onGone: onClose,
  });
  const met: Met = { ...given, row: edit.row ?? given.row };
  const write = useEditLesson((error) => {
    setInTheWay(null);
    edit.refuse(error);
  });

  const send = async (lesson: CheckedLesson, how: EditLesson['how'] = { kind: 'checked' }): Promise<void> => {
    edit.begin();
    const done = await write.send({ lesson, met, how });
    if (!done) return;
    if (done.answer.kind === 'saved') onClose();
    else setInTheWay({ lesson, conflict: done.answer.conflict });
  };

  return (
    <LessonForm edit={edit} met={met} today={today} hasScope={isWeekly(met.row)} onClose={onClose}>
      {exceptional && (
        <ExceptionQuestion
          teacher={met.row.teacher.name}
          day={wantedDay(wantedLesson(exceptional, met)) ?? 0}
          busy={write.isPending}
          onClose={() => setExceptional(null)}
          onConfirm={() => void send(exceptional).then(() => setExceptional(null))}
        />
      )}
      {inTheWay && (
        <ConflictDialog
          wanted={titleOf(met.row)}
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
