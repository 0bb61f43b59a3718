export const shortestPassword = 6;

export const tooShort = (what: 'Password' | 'New password'): string =>
  `${what} must be at least ${shortestPassword} characters long.`;

/** What is said of a password that cannot be set, by forms and server alike. */
export const newPasswordTexts = {
  missing: 'Please fill in both password fields.',
  someMissing: 'Please fill in all password fields.',
  same: 'New password must be different from your current password.',
  easy: 'This password is easy to guess. Please choose another one.',
  invalidLink: 'Failed to reset password. The link may be expired or invalid.',
  wrongCurrent: 'Failed to change password. Please check your current password.',
} as const;
