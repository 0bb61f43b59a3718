import { changedElsewhere, deletedElsewhere } from '@rondo/contracts/api/texts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { get, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { isMissing, isStale, isUnconfirmed } from '../api/call-failed.ts';
import { fieldErrorsOf } from './form-errors.ts';
import { useForm } from './use-form.ts';

type EditFormOptions<Row, Values extends FieldValues, Checked> = {
  /** What is edited, in words: "student". */
  readonly noun: Parameters<typeof changedElsewhere>[0];
  readonly schema: z.ZodType<Checked, Values>;
  /** The saved row; null for a new one. */
  readonly initial: Row | null;
  readonly valuesOf: (row: Row | null) => Values & DefaultValues<Values>;
  readonly fields: readonly Path<Values>[];
  /** Loads the row as the server has it now; nothing if it was deleted. */
  readonly load: (row: Row) => Promise<Row | null | undefined>;
  /** Sends the validated values. Errors that it throws are shown in the form. */
  readonly save: (checked: Checked, row: Row | null) => Promise<void>;
};

export type EditForm<Row, Values extends FieldValues, Checked> = {
  readonly form: UseFormReturn<Values, unknown, Checked>;
  readonly row: Row | null;
  /** Converts the saved row to form values. */
  readonly saved: Values;
  readonly saving: boolean;
  /** The row was deleted elsewhere: there is nothing left to save to, but what was typed can still be read. */
  readonly isGone: boolean;
  /** The error of the last attempt; null if it succeeded. */
  readonly submitError: string | null;
  /** The answer to the last attempt was lost: it may have succeeded. */
  readonly unconfirmed: boolean;
  /** A notice about the form itself, such as that it was reloaded. */
  readonly notice: string | null;
  readonly submit: (event?: { preventDefault(): void }) => void;
  /** Shows another version of the row, and drops what the user typed. */
  readonly show: (row: Row) => void;
  /** Shows an error that `save` did not throw. */
  readonly showError: (error: Error) => void;
};

/**
 * The state of a form for a saved or a new row: its defaults, whether it is dirty, the server's errors at their fields, and the reload after
 * another window saved first, which keeps what the user typed on top of the newest values. If it deleted the row, what was typed stays too.
 */
export const useEditForm = <Row, Values extends FieldValues, Checked>(
  options: EditFormOptions<Row, Values, Checked>,
): EditForm<Row, Values, Checked> => {
  const { noun, schema, initial, valuesOf, fields, load, save } = options;
  const [row, setRow] = useState(initial);
  const [serverError, setServerError] = useState<Error | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  // Only the row matters: the functions are new at each render.
  // oxlint-disable-next-line react/exhaustive-deps
  const saved = useMemo(() => valuesOf(row), [row]);
  const errors = useMemo(() => fieldErrorsOf<Values>(serverError), [serverError]);
  const form = useForm<Values, Checked>({
    resolver: zodResolver(schema),
    defaultValues: saved,
    errors,
    mode: 'onTouched',
  });

  const show = (next: Row): void => {
    setRow(next);
    form.reset(valuesOf(next));
  };

  const reload = async (old: Row, error: Error): Promise<void> => {
    const newest = await load(old);
    if (!newest) {
      setIsGone(true);
      setServerError(new Error(`${deletedElsewhere(noun)} What you typed is still here, but it cannot be saved.`));
      return;
    }
    if (!isStale(error)) {
      setServerError(error);
      return;
    }
    const typed = fields
      .map((name) => [name, form.getValues(name)] as const)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(get(saved, name)));
    show(newest);
    for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    setNotice(
      `${changedElsewhere(noun)} The form now shows the latest values; what you typed is kept. Please check it and save again.`,
    );
  };

  const showError = (error: Error): void => {
    if (row === null || !(isStale(error) || isMissing(error))) {
      setServerError(error);
      return;
    }
    reload(row, error).catch((failure: unknown) => setServerError(failure instanceof Error ? failure : error));
  };
  const submit = form.handleSubmit(async (checked) => {
    setServerError(null);
    setNotice(null);
    try {
      await save(checked, row);
    } catch (error) {
      showError(error instanceof Error ? error : new Error(String(error)));
    }
  });

  return {
    form,
    row,
    saved,
    saving: form.formState.isSubmitting,
    isGone,
    submitError: serverError?.message ?? null,
    unconfirmed: isUnconfirmed(serverError),
    notice,
    submit: (event) => {
      event?.preventDefault();
      void submit();
    },
    show,
    showError,
  };
};
