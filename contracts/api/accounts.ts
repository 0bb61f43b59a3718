import { z } from 'zod';
import { isTimeZone } from '../calendar/zones.ts';
import { endpoint } from './endpoint.ts';
import { emailText as email, success, typedText } from './shapes.ts';

const currentUser = z.object({
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

const password = z
  .string('Please enter a password.')
  .min(6, 'Password must be at least 6 characters long.')
  .max(200, 'Password must be at most 200 characters long.');
const timeZone = z
  .string()
  .refine(isTimeZone, 'The time zone must be an IANA name such as America/Chicago.')
  .optional();

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user; 401 when there is none.',
  response: currentUser,
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Creates an account and signs in. A guest who registers keeps the studio.',
  access: 'anyone',
  limit: { perPlace: 300 },
  body: z.object({
    email,
    password,
    firstName: typedText(100).nullish(),
    lastName: typedText(100).nullish(),
    timeZone,
  }),
  response: currentUser,
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Signs in.',
  access: 'anyone',
  limit: { perPlace: 100, failuresOnly: true },
  body: z.object({
    email,
    password: z
      .string('Please enter your password.')
      .min(1, 'Please enter your password.')
      .max(200, 'Password must be at most 200 characters long.'),
  }),
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

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  summary: 'Sends a reset link; the answer is the same for an unknown address.',
  access: 'anyone',
  limit: { perPlace: 60 },
  body: z.object({ email }),
  response: success.extend({ message: z.string() }),
  notBuilt: 'Password resets by email are not available yet.',
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  summary: 'Sets a new password, using the token from a reset link.',
  access: 'anyone',
  limit: { perPlace: 60 },
  body: z.object({ token: z.string().min(1).max(200), newPassword: password }),
  response: success.extend({ message: z.string() }),
  notBuilt: 'Password resets by email are not available yet.',
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/change-password',
  summary: 'Changes the password and ends all other sessions.',
  secret: true,
  body: z.object({ currentPassword: z.string().min(1).max(200), newPassword: password }),
  response: success.extend({ message: z.string() }),
  notBuilt: 'Changing the password is not available yet.',
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Ends the session; a guest’s data is erased.',
  access: 'anyone',
  response: success,
});
