import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { EditDialog } from '../../../forms/EditDialog.tsx';
import type { EditForm } from '../../../forms/use-edit-form.ts';
import { RadioList } from '../../../ui/fields/choice.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { CheckLine } from '../../../calendar/entries/CheckLine.tsx';
import { DetailFields } from '../../../calendar/entries/DetailFields.tsx';
import { WhenFields } from '../../../calendar/entries/WhenFields.tsx';
import { changesFrom, lessonSchema, wantedLesson, type CheckedLesson, type LessonValues } from './lesson-values.ts';

/** Edit Lesson: one date of an optimized lesson, or all of them from that date on. */
export const LessonForm = (props: {
  readonly edit: EditForm<CalendarLesson, LessonValues, CheckedLesson>;
  readonly target: Target;
  readonly today: IsoDate;
  readonly hasScope: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) => {
  const { edit, target, today } = props;
  const { control, formState, watch } = edit.form;
  const { isDirty } = formState;
  const values = watch();
  const complete = lessonSchema.safeParse(values);
  const series = values.editScope === 'series';
  return (
    <EditDialog edit={edit} title="Edit Lesson" submit="Save Changes" onClose={props.onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-lead font-strong">{titleOf(target.row)}</p>
        {props.hasScope && (
          <Controller
            control={control}
            name="editScope"
            render={({ field }) => (
              <RadioList
                label="What to change"
                value={field.value}
                options={[
                  { value: 'single', label: 'Only this lesson', detail: longDate(target.on) },
                  {
                    value: 'series',
                    label: 'All lessons in the series',
                    detail: `Every week from ${longDate(changesFrom(values, target.on, today))} on. Earlier lessons don’t change.`,
                  },
                ]}
                onChange={field.onChange}
              />
            )}
          />
        )}
        <WhenFields at={(name) => ({ control, name })} weekly={series} duration={{ max: 480, step: 5 }} />
        <CheckLine wanted={isDirty && complete.success ? wantedLesson(complete.data, target) : null} />
        <DetailFields at={(name) => ({ control, name })} placeholder="Where the student lives" />
      </div>
      {props.children}
    </EditDialog>
  );
};
