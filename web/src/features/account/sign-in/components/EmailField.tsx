import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { TypedField } from '../../../../forms/TypedField.tsx';

/** The email address that an account is identified by. */
export const EmailField = <Values extends FieldValues, Checked>(props: {
  readonly control: Control<Values, unknown, Checked>;
  readonly name: FieldPath<Values>;
}) => <TypedField {...props} label="Email" type="email" autoComplete="username" inputClassName="desk:h-11!" />;
