import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { newPasswordTexts } from './new-password.ts';
import { newPassword, ownPassword } from './password-shapes.ts';
import { ownEmail as email, id, success } from '../shapes.ts';

// Apart from the calls of every page, so that only the pages of passwords and accounts load these.

/** Password calls that cause an email say whether this server sends any; one that does not saves them as files. */
const mailed = success.extend({ message: z.string(), sendsMail: z.boolean() });

/** Who asks for a reset link; the form checks it too. */
export const resetRequest = z.object({ email });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  summary: 'Sends a reset link; the answer is the same, and as fast, for an unknown address.',
  access: 'anyone',
  limit: { perPlace: 60 },
  body: resetRequest,
  response: mailed,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  summary: 'Sets a new password, using the token from a reset link once, and ends all sessions.',
  access: 'anyone',
  limit: { perPlace: 60 },
  body: z.object({
    token: z
      .string(newPasswordTexts.invalidLink)
      .min(1, newPasswordTexts.invalidLink)
      .max(200, newPasswordTexts.invalidLink),
    newPassword: newPassword(newPasswordTexts.missing),
  }),
  response: mailed,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/change-password',
  summary: 'Changes the password and ends all other sessions.',
  secret: true,
  limit: { perPlace: 60 },
  body: z
    .object({
      currentPassword: ownPassword(newPasswordTexts.someMissing),
      newPassword: newPassword(newPasswordTexts.someMissing, 'New password'),
    })
    .refine((body) => body.newPassword !== body.currentPassword, {
      error: newPasswordTexts.same,
      path: ['newPassword'],
    }),
  response: mailed,
  writes: ['sessions'],
});

const session = z.object({
  id,
  /** Such as "Chrome on macOS"; null if the browser does not say. */
  device: z.string().nullable(),
  kind: z.enum(['computer', 'phone', 'tablet']),
  /** Null for a session from before this was kept. */
  signedInAt: z.string().nullable(),
  /** To ten minutes. */
  lastSeenAt: z.string().nullable(),
  /** It was last used from the network that this request comes from. */
  isHere: z.boolean(),
  /** It is the one that asks. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  summary: 'Where the user is signed in: this session first, then the one last seen.',
  response: z.array(session),
  reads: ['sessions'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  summary: 'Signs the user out everywhere but here.',
  response: success.extend({ ended: z.int() }),
  writes: ['sessions'],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'Signs the user out of one other session.',
  params: z.object({ id }),
  response: success,
  writes: ['sessions'],
});

/** What deletes an account; the form checks it too. */
export const accountDeletion = z.object({ password: ownPassword('Please enter your password.') });

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary: 'Deletes the account and erases the studio permanently.',
  secret: true,
  limit: { perPlace: 60 },
  body: accountDeletion,
  response: success,
});
