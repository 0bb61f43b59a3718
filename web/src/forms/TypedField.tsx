import type { ComponentProps } from 'react';
import { get, useFormState, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { TextField } from '../ui/fields/field.tsx';

/** A text field of a form, with its error. */
export const TypedField = <Values extends FieldValues, Checked>({
  control,
  name,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'error' | 'form' | 'name' | 'ref'> & {
  readonly control: Control<Values, unknown, Checked>;
  readonly name: FieldPath<Values>;
}) => {
  const { errors } = useFormState({ control, name });
  const error: string | undefined = get(errors, `${name}.message`);
  return <TextField {...field} error={error} {...control.register(name)} />;
};
