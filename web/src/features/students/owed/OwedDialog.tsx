import type { OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import { addDays, isIsoDate, laterOf } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { z } from 'zod';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { commandAnswered } from '../../../api/client.ts';
import { carryOut } from '../../../api/commands/command.ts';
import { useCurrency } from '../../../api/settings.ts';
import { useToday } from '../../../api/today.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';

/** What can be done with an owed lesson besides finding a time for it. */
export type OwedChange = 'prolong' | 'writeOff' | 'refund';

const outcomes = {
  writeOff: { charge: 100 },
  refund: { charge: 0 },
} as const;

/** @throws what the form shows */
const changeOwed = (
  { lessonId, studentName, date }: OwedLesson,
  change: OwedChange,
  { reason, until }: { readonly reason: string; readonly until: string },
) =>
  carryOut(
    () =>
      commandAnswered('PATCH /api/lessons/:id/cancellation', {
        params: { id: lessonId },
        body: { reason, outcome: change === 'prolong' ? { owed: true, until } : outcomes[change] },
      }),
    {
      done: {
        title: {
          prolong: `Owed until ${shortDate(until)}`,
          writeOff: 'Owed lesson written off',
          refund: 'Owed lesson refunded',
        }[change],
        description: `${studentName}, ${shortDate(date)}`,
      },
      failed: null,
    },
  );

const form = z.object({
  until: z.string().refine(isIsoDate, 'Please choose a date.'),
  reason: z.string().trim().min(1, 'Please say why.').max(200, 'The reason can have at most 200 characters.'),
});

const titles = { prolong: 'Prolong owed lesson', writeOff: 'Write off owed lesson', refund: 'Refund owed lesson' };
const buttons = { prolong: 'Prolong', writeOff: 'Write off', refund: 'Refund' };

/** Prolongs, writes off or refunds an owed lesson, and asks why. */
export const OwedDialog = (props: {
  readonly lesson: OwedLesson;
  readonly change: OwedChange;
  readonly onClose: () => void;
}) => {
  const { lesson, change, onClose } = props;
  const today = useToday();
  const currency = useCurrency();
  const amount = moneyText(lesson.amount, currency);
  const [error, setError] = useState<unknown>(null);
  const { control, formState, handleSubmit } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { until: addDays(laterOf(lesson.until ?? today, today), 30), reason: '' },
  });
  const submit = handleSubmit(async (values) => {
    setError(null);
    try {
      await changeOwed(lesson, change, values);
      onClose();
    } catch (failure) {
      setError(failure);
    }
  });
  const sentences = {
    prolong: `A time for it can be chosen until ${lesson.until === null ? 'any day' : shortDate(lesson.until)}.`,
    writeOff: `No lesson is owed any more. ${amount} ${lesson.billedOn === null ? 'is' : 'stays'} charged.`,
    refund:
      lesson.billedOn === null
        ? `No lesson is owed any more, and nothing is charged for it.`
        : `No lesson is owed any more. ${amount} is refunded on the next invoice.`,
  };
  return (
    <FormDialog
      open
      title={titles[change]}
      subtitle={`${lesson.studentName}, ${shortDate(lesson.date)}`}
      submit={buttons[change]}
      width="narrow"
      loading={formState.isSubmitting}
      submitError={error instanceof Error ? error.message : null}
      unconfirmed={isUnconfirmed(error)}
      canSubmit
      dirty={formState.isDirty}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="text-pretty text-ink-2">{sentences[change]}</p>
      {change === 'prolong' && (
        <TypedField control={control} name="until" label="New last day" type="date" min={today} required />
      )}
      <TypedField control={control} name="reason" label="Reason" autoComplete="off" data-autofocus />
    </FormDialog>
  );
};
