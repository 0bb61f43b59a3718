import { changedElsewhere } from '@rondo/contracts/api/shapes.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { get, useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { isStale } from '../lib/client.ts';
import { toast } from '../ui/toast.tsx';
import { fieldErrorsOf } from './form-errors.ts';

type EditFormOptions<Row, Values extends FieldValues, Checked> = {
  /** What is edited, in words: "student". */
  readonly noun: Parameters<typeof changedElsewhere>[0];
  readonly schema: z.ZodType<Checked, Values>;
  /** The saved row; null for a new one. */
  readonly given: Row | null;
  readonly valuesOf: (row: Row | null) => Values & DefaultValues<Values>;
  readonly fields: readonly Path<Values>[];
  /** Loads the row as the server has it now; nothing if it was deleted. */
  readonly load: (row: Row) => Promise<Row | null | undefined>;
  /** Sends the validated values. Errors that it throws are shown in the form. */
  readonly save: (checked: Checked, row: Row | null) => Promise<void>;
  /** Called if the row was deleted elsewhere, so that there is nothing left to edit. */
  readonly onGone: () => void;
};

export type EditForm<Row, Values extends FieldValues, Checked> = {
  readonly form: UseFormReturn<Values, unknown, Checked>;
  readonly row: Row | null;
  /** Converts the saved row to form values. */
  readonly saved: Values;
  readonly saving: boolean;
  /** The error of the last attempt; null if it succeeded. */
  readonly submitError: string | null;
  /** A notice about the form itself, such as that it was reloaded. */
  readonly notice: string | null;
  readonly submit: (event?: { preventDefault(): void }) => void;
  /** Shows an error that `save` did not throw. */
  readonly showError: (error: Error) => void;
  /** Clears the last error, at the start of an attempt that does not go through `submit`. */
  readonly begin: () => void;
};

/**
 * The state of a form for a saved or a new row: its defaults, whether it is dirty, the server's errors at their fields, and the reload after
 * another window saved first, which keeps what the user typed on top of the newest values.
 */
export const useEditForm = <Row, Values extends FieldValues, Checked>(
  options: EditFormOptions<Row, Values, Checked>,
): EditForm<Row, Values, Checked> => {
  const { noun, schema, given, valuesOf, fields, load, save, onGone } = options;
  const [row, setRow] = useState(given);
  const [serverError, setServerError] = useState<Error | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  // Only the row matters: the functions are new at each render.
  // oxlint-disable-next-line react/exhaustive-deps
  const saved = useMemo(() => valuesOf(row), [row]);
  const errors = useMemo(() => fieldErrorsOf<Values>(serverError), [serverError]);
  const form = useForm<Values, unknown, Checked>({
    resolver: zodResolver(schema),
    defaultValues: saved,
    errors,
    mode: 'onTouched',
  });

  const reload = async (old: Row): Promise<void> => {
    const newest = await load(old);
    if (!newest) {
      toast({ title: `This ${noun} was deleted somewhere else in the meantime.`, tone: 'destructive' });
      onGone();
      return;
    }
    const typed = fields
      .map((name) => [name, form.getValues(name)] as const)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(get(saved, name)));
    setRow(newest);
    form.reset(valuesOf(newest));
    for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    setNotice(
      `${changedElsewhere(noun)} The form now shows the latest values; what you typed is kept. Please check it and save again.`,
    );
  };

  const showError = (error: Error): void => {
    if (row === null || !isStale(error)) {
      setServerError(error);
      return;
    }
    reload(row).catch((failure: unknown) => setServerError(failure instanceof Error ? failure : error));
  };
  const begin = (): void => {
    setServerError(null);
    setNotice(null);
  };
  const submit = form.handleSubmit(async (checked) => {
    begin();
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
    submitError: serverError?.message ?? null,
    notice,
    submit: (event) => {
      event?.preventDefault();
      void submit();
    },
    showError,
    begin,
  };
};
