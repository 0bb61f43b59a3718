import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { TypedField } from './TypedField.tsx';

/** A field for the password that an account has, with what tells password managers whose it is. */
export const OwnPasswordField = <Values extends FieldValues, Checked>({
  email,
  ...field
}: {
  readonly control: Control<Values, unknown, Checked>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly email: string;
  readonly 'data-autofocus'?: boolean;
}) => (
  <>
    <input type="text" autoComplete="username" value={email} readOnly hidden />
    <TypedField {...field} type="password" autoComplete="current-password" />
  </>
);
