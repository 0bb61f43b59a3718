import { shortestPassword } from '@rondo/contracts/api/account/new-password.ts';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { TypedField } from './TypedField.tsx';

/** A field for a password that is set. The server refuses one that is easy to guess. */
export const NewPasswordField = <Values extends FieldValues, Checked>(props: {
  readonly control: Control<Values, unknown, Checked>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly inputClassName?: string;
}) => (
  <TypedField
    {...props}
    type="password"
    autoComplete="new-password"
    hint={`At least ${shortestPassword} characters.`}
  />
);
