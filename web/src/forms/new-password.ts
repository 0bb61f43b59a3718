import { newPasswordTexts, shortestPassword, tooShort } from '@rondo/contracts/api/account/new-password.ts';

export type ResetFields = { readonly newPassword: string; readonly confirmation: string };
export type ChangeFields = ResetFields & { readonly currentPassword: string };

/** What is wrong with a new password: where, and the title and the text of the toast that says it. */
type PasswordProblem<Fields> = {
  readonly field: keyof Fields;
  readonly message: { readonly title: string; readonly description: string };
};

/** The problem of a password that a reset link sets, typed twice; null if there is none. */
export const resetProblem = ({ newPassword, confirmation }: ResetFields): PasswordProblem<ResetFields> | null => {
  if (newPassword === '' || confirmation === '')
    return {
      field: newPassword === '' ? 'newPassword' : 'confirmation',
      message: { title: 'Fields required', description: newPasswordTexts.missing },
    };
  if (newPassword.length < shortestPassword)
    return { field: 'newPassword', message: { title: 'Password too short', description: tooShort('Password') } };
  if (newPassword !== confirmation)
    return {
      field: 'confirmation',
      message: { title: "Passwords don't match", description: 'Please make sure both passwords are identical.' },
    };
  return null;
};

/** The problem of a password that replaces the current one; null if there is none. */
export const changeProblem = (fields: ChangeFields): PasswordProblem<ChangeFields> | null => {
  const { currentPassword, newPassword, confirmation } = fields;
  const empty = (['currentPassword', 'newPassword', 'confirmation'] as const).find((field) => fields[field] === '');
  if (empty !== undefined)
    return { field: empty, message: { title: 'All fields required', description: newPasswordTexts.someMissing } };
  if (newPassword.length < shortestPassword)
    return { field: 'newPassword', message: { title: 'Password too short', description: tooShort('New password') } };
  if (newPassword !== confirmation)
    return {
      field: 'confirmation',
      message: { title: "Passwords don't match", description: 'Please make sure both new passwords are identical.' },
    };
  if (newPassword === currentPassword)
    return { field: 'newPassword', message: { title: 'Same password', description: newPasswordTexts.same } };
  return null;
};
