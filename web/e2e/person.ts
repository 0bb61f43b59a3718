import { randomUUID } from 'node:crypto';
import { send } from './send.ts';
import { freshWindow, window, type Lease } from './windows.ts';

/** A user with their own browser window. */
export type Person = Lease & { readonly email: string };

/** How the user's window differs from that of a desk in daylight. */
type Options = Parameters<typeof window>[0] & {
  /** A window of their own, because the test changes what cannot be reset: the clock, or the device. */
  readonly fresh?: true;
};

export const password = 'six-strings';
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
export const dark = { colorScheme: 'dark' } as const;

/** A user who is not signed in. */
export const visitor = async ({ fresh, ...options }: Options = {}): Promise<Person> => ({
  ...(await (fresh ? freshWindow : window)(options)),
  email: `${randomUUID()}@example.com`,
});

/** A signed-in user with their own account and an empty studio. */
export const teacher = async (options?: Options): Promise<Person> => {
  const person = await visitor(options);
  const { ok, text } = await send(person.page, 'POST', '/api/register', {
    email: person.email,
    password,
    firstName: 'Dana',
    timeZone: 'America/Chicago',
  });
  if (!ok) throw new Error(`The person could not register: ${text}`);
  return person;
};
