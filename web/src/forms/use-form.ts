import {
  get,
  useForm as useLibraryForm,
  type Field,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';

/**
 * The form library's state of a form, except for the focus: it moves in the task that finds what is wrong, and never again. The library moves
 * it (for invalid fields: moves it once more) in a later task, when a slow page may already have let the user go to another field: what they type
 * there would end in the field that was wrong.
 */
export const useForm = <Values extends FieldValues, Checked = Values>(
  options: UseFormProps<Values, unknown, Checked>,
): UseFormReturn<Values, unknown, Checked> => {
  const form = useLibraryForm<Values, unknown, Checked>({ ...options, shouldFocusError: false });
  const { control, handleSubmit } = form;
  const focusOn = (name: string): void => {
    const field: Field | undefined = get(control._fields, name);
    field?._f.ref.focus?.();
  };
  return {
    ...form,
    setFocus: focusOn,
    handleSubmit: (onValid, onInvalid) =>
      handleSubmit(onValid, (errors, event) => {
        const told = onInvalid?.(errors, event);
        // In the order of the fields, as they were registered.
        const first = [...control._names.mount].find((name) => get(errors, name) !== undefined);
        if (first !== undefined) focusOn(first);
        return told;
      }),
  };
};
