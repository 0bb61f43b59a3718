const shortest = 6;

/** The error of a new password and its confirmation; null if both are valid. */
export const passwordProblem = (
  password: string,
  confirmation: string,
): { readonly title: string; readonly description: string } | null => {
  if (password === '' || confirmation === '')
    return { title: 'Fields required', description: 'Please fill in both password fields.' };
  if (password.length < shortest)
    return { title: 'Password too short', description: `Password must be at least ${shortest} characters long.` };
  if (password !== confirmation)
    return { title: "Passwords don't match", description: 'Please make sure both passwords are identical.' };
  return null;
};
