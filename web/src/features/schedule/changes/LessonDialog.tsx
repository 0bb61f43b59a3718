import { zodResolver } from '@hookform/resolvers/zod';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../../lib/form-errors.ts';
import { toast } from '../../../ui/toast.tsx';
import { isWeekly, type Met } from '../../../calendar/days/ahead.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Conflict } from '../../../calendar/entries/conflict.ts';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { LessonForm } from './lesson-form.tsx';
import {
  changedLessonFields,
  lessonSchema,
  lessonValuesOf,
  type CheckedLesson,
  type LessonValues,
} from './lesson-values.ts';
import { newestRow } from '../../../calendar/entries/newest-row.ts';
import { useEditLesson, type EditLesson } from './use-edit-lesson.ts';
import { isStale } from '../../../calendar/entries/use-lesson-command.ts';

const changedElsewhere =
  'This lesson was changed elsewhere meanwhile. The newest values are loaded; what you typed is kept. Please check and save again.';

type InTheWay = { readonly lesson: CheckedLesson; readonly conflict: Conflict };

/** The form of a lesson that the generator placed, joined to its calls. Mounted anew for every lesson. */
export const LessonDialog = (props: { readonly met: Met; readonly today: IsoDate; readonly onClose: () => void }) => {
  const { met: given, today, onClose } = props;
  const [met, setMet] = useState(given);
  const [inTheWay, setInTheWay] = useState<InTheWay | null>(null);
  const [refused, setRefused] = useState<Error | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const saved = useMemo(() => lessonValuesOf(met.row, met.on), [met]);
  const errors = useMemo(() => fieldErrorsOf(refused), [refused]);
  const form = useForm<LessonValues, unknown, CheckedLesson>({
    resolver: zodResolver(lessonSchema),
    defaultValues: saved,
    errors,
    mode: 'onTouched',
  });

  /** Another window was faster: its values come in, what was typed here stays on top. */
  const reload = async (old: Lesson): Promise<void> => {
    const row = await newestRow(old.id, met.on);
    if (!row) {
      toast({ title: 'This lesson was deleted elsewhere meanwhile.', tone: 'destructive' });
      onClose();
      return;
    }
    const typed = form.getValues();
    setMet({ ...met, row });
    form.reset(lessonValuesOf(row, met.on));
    for (const name of changedLessonFields(saved, typed))
      form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true });
    setNotice(changedElsewhere);
  };

  const edit = useEditLesson((error) => {
    setInTheWay(null);
    if (isStale(error)) void reload(met.row);
    else setRefused(error);
  });

  const send = async (lesson: CheckedLesson, how: EditLesson['how'] = { kind: 'checked' }): Promise<void> => {
    setRefused(null);
    setNotice(null);
    const done = await edit.send({ lesson, met, how });
    if (!done) return;
    if (done.answer.kind === 'saved') onClose();
    else setInTheWay({ lesson, conflict: done.answer.conflict });
  };

  const submit = form.handleSubmit((lesson) => send(lesson));
  return (
    <LessonForm
      form={form}
      met={met}
      today={today}
      hasScope={isWeekly(met.row)}
      loading={edit.isPending && !inTheWay}
      submitError={refused?.message ?? null}
      notice={notice}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {inTheWay && (
        <ConflictDialog
          wanted={titleOf(met.row)}
          conflict={inTheWay.conflict}
          busy={edit.isPending}
          onPick={(slot) => void send(inTheWay.lesson, { kind: 'alternative', slot })}
          onOverride={() => void send(inTheWay.lesson, { kind: 'override' })}
          onClose={() => setInTheWay(null)}
        />
      )}
    </LessonForm>
  );
};
