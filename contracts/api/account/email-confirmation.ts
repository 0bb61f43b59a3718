import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ownEmail, success } from '../shapes.ts';
import { ownPassword } from './password-shapes.ts';

/** What is said of email that an account cannot send, and of links that confirm its address. */
export const confirmationTexts = {
  guest: 'Create an account to send email.',
  unconfirmed: 'Confirm your email address first. We have sent you a link.',
  tooMany: 'You have sent many emails. Please try again later.',
  invalidLink: 'The link has expired, was already used, or is incomplete.',
} as const;

/** The secret part of a link. */
const linkToken = z
  .string(confirmationTexts.invalidLink)
  .min(1, confirmationTexts.invalidLink)
  .max(200, confirmationTexts.invalidLink);

const state = z.object({
  /** The account's own address. */
  email: z.string(),
  isConfirmed: z.boolean(),
  /** Email to others needs it. Not on a server that sends none: there the link would only be a file. */
  isNeeded: z.boolean(),
  /** A link was sent to it. */
  linkSent: z.boolean(),
});
export type EmailConfirmation = z.infer<typeof state>;

export const emailConfirmation = endpoint({
  method: 'GET',
  path: '/api/user/email-confirmation',
  summary: 'Whether the account’s own address is confirmed, which sending email needs.',
  response: state,
  reads: ['users', 'confirmationLinks'],
});

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/api/user/email-confirmation',
  summary: 'Sends a link that confirms the account’s own address.',
  limit: { perPlace: 60 },
  response: success,
  writes: ['confirmationLinks'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/confirm-email',
  summary: 'Confirms the address that a link was sent to, using its token once.',
  access: 'anyone',
  limit: { perPlace: 60 },
  body: z.object({ token: linkToken }),
  response: success,
  writes: ['users', 'confirmationLinks'],
});

/** What asks for another address; the form checks it too. */
export const newEmail = z.object({ email: ownEmail, password: ownPassword('Please enter your password.') });

export const askForEmailChange = endpoint({
  method: 'POST',
  path: '/api/user/email',
  summary:
    'Sends a link to a new address for the account, and a notice to the present one. The answer is the same, and as fast, when the new address has an account.',
  secret: true,
  limit: { perPlace: 60 },
  body: newEmail,
  response: success.extend({ sendsMail: z.boolean() }),
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/change-email',
  summary:
    'Gives the account the address that a link was sent to, using its token once, and ends its other sessions and reset links.',
  access: 'anyone',
  limit: { perPlace: 60 },
  body: z.object({ token: linkToken }),
  response: success.extend({ email: z.string() }),
  writes: ['users', 'sessions', 'confirmationLinks'],
});
