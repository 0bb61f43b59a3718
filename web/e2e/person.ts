import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';
import { send } from './send.ts';

/** A user with their own browser context. */
export type Person = {
  readonly page: Page;
  readonly email: string;
  /** Closes the browser and returns the content security policy violations. */
  readonly leave: () => Promise<readonly string[]>;
};

export const password = 'six-strings';
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
export const dark = { colorScheme: 'dark' } as const;

/** A user who is not signed in. */
export const visitor = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Person> => {
  const context = await browser.newContext({
    baseURL: inject('rondo'),
    timezoneId: 'America/Chicago',
    // Painting transitions takes processor time that all tests share.
    reducedMotion: 'reduce',
    ...options,
  });
  const broken: string[] = [];
  await context.exposeFunction('policyBroken', (what: string) => broken.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      Reflect.get(window, 'policyBroken')(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  const page = await context.newPage();
  const leave = async (): Promise<readonly string[]> => {
    await context.close();
    return broken;
  };
  return { page, email: `${randomUUID()}@example.com`, leave };
};

/** A signed-in user with their own account and an empty studio. */
export const teacher = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Person> => {
  const person = await visitor(browser, options);
  const { ok, text } = await send(person.page, 'POST', '/api/register', {
    email: person.email,
    password,
    firstName: 'Dana',
    timeZone: 'America/Chicago',
  });
  if (!ok) throw new Error(`The person could not register: ${text}`);
  return person;
};
