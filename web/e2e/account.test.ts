import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { password, teacher, visitor } from './person.ts';
import { send } from './send.ts';

/** The path of the reset link in the mail that Rondo, without a mail server, saved for an address. */
const resetLink = async (email: string): Promise<string> => {
  const folder = path.join(inject('dataDir'), 'mail');
  const find = async (): Promise<string | undefined> => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    const mail = mails.find((text) => text.includes(`To: ${email}\r\n`)) ?? '';
    return /\/reset-password\?token=[\w-]+/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0];
  };
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
};

const signIn = async (page: Page, email: string, given: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(given);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Welcome, Dana').waitFor();
};

test('a forgotten password is replaced by the link that was mailed, once', async () => {
  const { page, email, leave } = await teacher();
  await send(page, 'POST', '/api/logout');
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.getByRole('status').getByText('Email required').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.getByText('This server sends no email.').waitFor();
  await page.getByRole('status').getByText('Reset link sent').waitFor();

  const link = await resetLink(email);
  await page.goto(link);
  const choose = async (given: string): Promise<void> => {
    await page.getByLabel('New password').fill(given);
    await page.getByLabel('Confirm password').fill(given);
    await page.getByRole('button', { name: 'Reset Password' }).click();
  };
  await page.getByLabel('New password').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.reload();
  await choose('Password1');
  await page.getByRole('alert').getByText('This password is easy to guess. Please choose another one.').waitFor();
  await choose('seven-strings');
  await page.getByRole('heading', { name: 'Password reset' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, email, 'seven-strings');

  // The link also opens where the owner is signed in.
  await page.goto(link);
  await page.getByLabel('New password').fill('eight-strings');
  await page.getByLabel('Confirm password').fill('eight-strings');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByRole('status').getByText('Reset failed').waitFor();
  await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
  expect(await page.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/auth');
  await page.getByRole('link', { name: 'Request a new link' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('changing the password says what is wrong, and signs out everyone else', async () => {
  const { page, email, leave } = await teacher();
  const elsewhere = await visitor();
  const enter = () => send(elsewhere.page, 'POST', '/api/login', { email, password });
  const isIn = async () => (await send(elsewhere.page, 'GET', '/api/user')).ok;
  await enter();
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByText('This browser').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed in nowhere else.').waitFor();
  await page.getByRole('list', { name: 'Sessions' }).and(page.locator(':focus')).waitFor();
  expect(await isIn()).toBe(false);

  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await enter();
  const fill = async (current: string, next: string, again: string): Promise<void> => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password').fill(again);
    await page.getByRole('button', { name: 'Change Password' }).click();
  };
  const said = (text: string) => page.getByRole('status').getByText(text).waitFor();
  await fill(password, '', '');
  await said('All fields required');
  await fill(password, 'short', 'short');
  await said('New password must be at least 6 characters long.');
  await fill(password, 'seven-strings', 'eight-strings');
  await said("Passwords don't match");
  await fill(password, password, password);
  await said('Same password');
  await fill('five-strings', 'seven-strings', 'seven-strings');
  await said('Password change failed');
  // In the form it is said at its field alone.
  const wrong = page.locator('form').getByText('Failed to change password. Please check your current password.');
  await wrong.waitFor();
  expect(await wrong.count()).toBe(1);
  expect(await page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
  expect(await isIn()).toBe(true);
  await fill(password, 'seven-strings', 'seven-strings');
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  expect(await isIn()).toBe(false);
  await page.getByRole('link', { name: 'Return to Schedule' }).click();
  await page.getByRole('heading', { name: 'This Week' }).waitFor();
  expect([...(await leave()), ...(await elsewhere.leave())]).toEqual([]);
});

test('a refused form moves the focus at once, not when the user has gone to another field', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const isIn = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
  // Without timers: what a page does later, a slow one does much later.
  await page.clock.install();
  await page.goto('/change-password');
  await page.getByLabel('Current password').fill(password);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await isIn('New password');
  await page.getByLabel('Confirm new password').focus();
  await page.clock.runFor(1000);
  await isIn('Confirm new password');

  await send(page, 'POST', '/api/logout');
  await page.clock.resume();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await page.clock.pauseAt(Date.now() + 120_000);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await isIn('Email');
  await page.getByLabel('Password').focus();
  await page.clock.runFor(1000);
  await isIn('Password');
  expect(await leave()).toEqual([]);
});

test('an account is deleted with its password, and is gone', async () => {
  const { page, email, leave } = await teacher();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = question.getByRole('button', { name: 'Delete Account' });
  await question.getByLabel('Your password').fill('five-strings');
  await confirm.click();
  await question.getByText('This is not the password of your account.').waitFor();
  await question.getByLabel('Your password').fill(password);
  await confirm.click();
  await page.getByRole('status').getByText('Account deleted').waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await send(page, 'POST', '/api/login', { email, password })).ok).toBe(false);
  expect(await leave()).toEqual([]);
});

test('when the answer to an account’s deletion is lost, the user is told that the account may be gone', async () => {
  const { page, email, leave } = await teacher();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = question.getByRole('button', { name: 'Delete Account' });
  await question.getByLabel('Your password').fill(password);
  await page.route('**/api/user', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirm.click();
  await question.getByText('It is not known whether the account was deleted. Rondo cannot be reached.').waitFor();
  await page.unroute('**/api/user');
  await confirm.click();
  const signedOut = page.getByRole('dialog', { name: 'You are signed out' });
  await signedOut.getByText('the account is most likely deleted').waitFor();
  expect(await signedOut.getByLabel('Password').count()).toBe(0);
  await signedOut.getByRole('button', { name: 'Go to the sign-in page' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await send(page, 'POST', '/api/login', { email, password })).ok).toBe(false);
  expect(await leave()).toEqual([]);
});

test('a guest, who has no password, can create an account there', async () => {
  const { page, email, leave } = await visitor();
  await send(page, 'POST', '/api/guest-login', { timeZone: 'America/Chicago' });
  await page.goto('/change-password');
  await page.getByRole('heading', { name: 'Create an account to keep this studio' }).waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await page.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create account' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  // Registering goes to the start page.
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/change-password');
  await page.getByLabel('Current password').waitFor();
  expect(await leave()).toEqual([]);
});
