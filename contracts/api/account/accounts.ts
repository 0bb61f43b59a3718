import { z } from 'zod';
import { isTimeZone } from '../../calendar/zones.ts';
import { endpoint } from '../endpoint.ts';
import { newPassword, ownPassword } from './password-shapes.ts';
import { clearableLine, ownEmail as email, success, typedLine } from '../shapes.ts';

export const currentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isGuest: z.boolean(),
  /** The studio's IANA time zone: its "today" is the day there. */
  timeZone: z.string(),
  /** The studio's today, by the server's clock. */
  today: z.string(),
});
export type CurrentUser = z.infer<typeof currentUser>;

const timeZone = z
  .string()
  .refine(isTimeZone, 'The time zone must be an IANA name such as America/Chicago.')
  .optional();

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user; 401 when there is none.',
  response: currentUser,
  reads: ['users'],
});

/** What a new account needs; the form checks it too. */
export const registration = z.object({
  email,
  password: newPassword('Please enter a password.'),
  firstName: typedLine(100).nullish(),
  lastName: typedLine(100).nullish(),
  timeZone,
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/user',
  summary: 'Changes the user’s own name: an absent part stays unchanged, null or empty text clears it.',
  body: z.object({ firstName: clearableLine(100), lastName: clearableLine(100) }).partial(),
  response: currentUser,
  writes: ['users'],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Creates an account and signs in. A guest who registers keeps the studio.',
  access: 'anyone',
  limit: { perPlace: 300 },
  body: registration,
  response: currentUser,
});

/** What signs in; the form checks it too. */
export const signIn = z.object({ email, password: ownPassword('Please enter your password.') });

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Signs in.',
  access: 'anyone',
  limit: { perPlace: 100, failuresOnly: true },
  body: signIn,
  response: currentUser,
});

export const guestLogin = endpoint({
  method: 'POST',
  path: '/api/guest-login',
  summary: 'Opens a guest studio, which is erased at the end of the session.',
  access: 'anyone',
  limit: { perPlace: 300 },
  body: z.object({ timeZone }).optional(),
  response: currentUser,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Ends the session; a guest’s data is erased.',
  access: 'anyone',
  response: success,
});
