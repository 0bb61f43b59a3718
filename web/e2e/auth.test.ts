import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './page-checks.ts';
import { password, teacher, visitor } from './person.ts';
import { addStudent, editStudent, opened } from './roster-steps.ts';
import { send } from './send.ts';

test.for(['/', '/students', '/no-such-page', '/auth?from=mail'])(
  'signed out, %s is the sign-in screen at /auth',
  async (path) => {
    const { page, leave } = await visitor();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth');
    for (const feature of ['Calendar sync', 'vCard import', 'Multiple teachers'])
      await page.getByRole('heading', { name: feature }).waitFor();
    expect(await leave()).toEqual([]);
  },
);

test('a user registers with a name, signs out, and signs in again', async () => {
  const { page, email, leave } = await visitor();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('First name').fill('Clara');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Welcome, Clara').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');

  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Welcome, Clara').waitFor();
  await page.goto('/auth');
  await page.getByText('Welcome, Clara').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(await leave()).toEqual([]);
});

test('a wrong password is reported once, by a toast; what concerns a field is at the field', async () => {
  const { page, email, leave } = await visitor();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Please enter your email address.').waitFor();
  await page.getByText('Please enter your password.').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not-the-one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('status').getByText('Login failed').waitFor();
  const wrong = page.getByText('The email address or the password is wrong.');
  await wrong.waitFor();
  expect(await wrong.count()).toBe(1);
  expect(await page.getByRole('region', { name: 'Sign in or create an account' }).getByRole('alert').count()).toBe(0);
  // The button, which was disabled meanwhile, has the focus again.
  await page.getByRole('button', { name: 'Sign In' }).and(page.locator(':focus')).waitFor();
  expect(await leave()).toEqual([]);
});

test('an email address cannot have two accounts', async () => {
  const { page, email, leave } = await teacher();
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Password must be at least 6 characters long.').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('status').getByText('Registration failed').waitFor();
  expect(await leave()).toEqual([]);
});

test('a guest who signs out is told that everything is erased; with an account the studio is kept', async () => {
  const { page, email, leave } = await visitor();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Log in as guest' }).click();
  await page.getByText('Welcome, Guest').waitFor();
  await page.getByRole('link', { name: 'Teachers' }).first().click();
  await page.getByRole('button', { name: 'Load a sample studio' }).click();
  await page.getByText('Marcus Bell', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out and erase everything?' });
  await question.getByRole('button', { name: 'Erase and Sign Out' }).waitFor();
  await question.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create account' });
  await dialog.getByLabel('First name').fill('Gus');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Welcome, Gus').waitFor();
  await page.getByRole('link', { name: 'Teachers' }).first().click();
  await page.getByText('Marcus Bell', { exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});

test('while a guest’s studio is being erased, nothing offers to keep it', async () => {
  const { page, leave } = await visitor();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Log in as guest' }).click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out and erase everything?' });
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route('**/api/logout', async (route) => {
    await allowed;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Erase and Sign Out' }).click();
  for (const name of ['Cancel', 'Create Account'])
    await expect.poll(() => question.getByRole('button', { name }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await question.isVisible()).toBe(true);
  allow();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await leave()).toEqual([]);
});

describe('a session that has ended', () => {
  const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
  /** Signs out as another tab would. A call that the page has not sent yet would ask before the test does. */
  const endSession = async (page: Page): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await send(page, 'POST', '/api/logout');
  };

  test('asks to sign in over the form, and saves what was typed', async () => {
    const { page, email, leave } = await teacher();
    await addStudent(page, 'Ben Ito');
    await page.goto('/students');
    const { dialog, save } = await editStudent(page, 'Ben Ito');
    await dialog.getByLabel('Last name').fill('Itoh');
    await endSession(page);
    await save.click();
    expect(await ended(page).getByLabel('Email').inputValue()).toBe(email);
    await ended(page).getByLabel('Password').fill('not this one');
    await ended(page).getByRole('button', { name: 'Sign In' }).click();
    await ended(page).getByRole('alert').waitFor();
    await ended(page).getByLabel('Password').fill(password);
    await ended(page).getByRole('button', { name: 'Sign In' }).click();
    await ended(page).waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    await opened(page, 'Ben Itoh').waitFor();
    expect(await leave()).toEqual([]);
  });

  test('keeps the form when the question is closed, and asks again at the next attempt', async () => {
    const { page, leave } = await teacher();
    await addStudent(page, 'Ben Ito');
    await page.goto('/students');
    const { dialog, save } = await editStudent(page, 'Ben Ito');
    await dialog.getByLabel('Last name').fill('Itoh');
    await endSession(page);
    await save.click();
    await ended(page).getByRole('button', { name: 'Close' }).click();
    await dialog.getByText('Please sign in.').waitFor();
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Itoh');
    await save.click();
    await ended(page).getByRole('button', { name: 'Discard and go to the sign-in page' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('Please try again').count()).toBe(0);
    expect(await leave()).toEqual([]);
  });

  test('says nothing to another user, who signs in instead, of what was not saved', async () => {
    const { page, email, leave } = await teacher();
    await send(page, 'POST', '/api/register', { email: `marcus.${email}`, password, firstName: 'Marcus' });
    await send(page, 'POST', '/api/login', { email, password });
    await addStudent(page, 'Ben Ito');
    await page.goto('/students');
    const { dialog, save } = await editStudent(page, 'Ben Ito');
    await dialog.getByLabel('Last name').fill('Itoh');
    await endSession(page);
    await save.click();
    await ended(page).getByLabel('Email').fill(`marcus.${email}`);
    await ended(page).getByLabel('Password').fill(password);
    await ended(page).getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Welcome, Marcus').waitFor();
    expect(await page.getByText('Please try again').count()).toBe(0);
    expect(await dialog.count()).toBe(0);
    expect(await leave()).toEqual([]);
  });

  test('of a guest leads to the sign-in page', async () => {
    const { page, leave } = await visitor();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Log in as guest' }).click();
    await page.getByText(/^Welcome/).waitFor();
    await page.goto('/students');
    await page.getByText('No students yet').waitFor();
    await endSession(page);
    await page.getByRole('button', { name: 'Load a sample studio' }).click();
    await ended(page).getByRole('button', { name: 'Go to the sign-in page' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await leave()).toEqual([]);
  });
});

test('a reset link without a token cannot be used; one with an empty token offers a new link', async () => {
  const { page, leave } = await visitor();
  await page.goto('/reset-password');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto('/reset-password?token=');
  await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
  await page.getByRole('link', { name: 'Request a new link' }).waitFor();
  await page.goto('/reset-password?token=0123456789abcdef');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByRole('status').getByText('Fields required').waitFor();
  await page.getByLabel('New password').fill('abc');
  await page.getByLabel('Confirm password').fill('abc');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByRole('status').getByText('Password too short').waitFor();
  await page.getByLabel('New password').fill('abcdef');
  await page.getByLabel('Confirm password').fill('abcdeg');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByRole('status').getByText("Passwords don't match").waitFor();
  expect(await leave()).toEqual([]);
});

test('an unknown URL shows a not-found page with a way back', async () => {
  const { page, leave } = await teacher();
  await page.goto('/no-such-page');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to the schedule' }).click();
  await page.getByRole('heading', { name: 'This Week' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('keyboard users can skip the navigation', async () => {
  const { page, leave } = await teacher();
  await page.goto('/students');
  await page.getByText('No students yet').waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('#main')?.contains(document.activeElement))).toBe(true);
  expect(await leave()).toEqual([]);
});
