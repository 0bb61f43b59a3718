import { button, dialog, fail, unconfirmed, type Scene } from './stage.ts';

/** The signed-out screens and the account pages. */
export const accountScenes: readonly Scene[] = [
  {
    name: 'sign-in',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/auth');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  },
  {
    name: 'sign-in-refused',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/auth');
      await page.getByLabel('Email').fill('dana@example.com');
      await page.getByLabel('Password').fill('not-the-one');
      await button(page, 'Sign In').click();
      await page.getByRole('status').getByText('Login failed').waitFor();
    },
  },
  {
    name: 'create-account',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/auth');
      await button(page, 'Create account').click();
      await button(page, 'Create Account').click();
      await page.getByText('Please enter your email address.').waitFor();
    },
  },
  {
    name: 'forgot-password',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/forgot-password');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'forgot-password-sent',
    of: 'nobody',
    show: async ({ page }) => {
      await page.route('**/api/forgot-password', (route) =>
        route.fulfill({ json: { success: true, message: 'On its way.', sendsMail: true } }),
      );
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill('maximiliana.featherstonehaugh@bartonspringsconservatory.example');
      await button(page, 'Send Reset Link').click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    },
  },
  {
    name: 'reset-password',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/reset-password?token=0123456789abcdef');
      await page.getByLabel('New password').waitFor();
    },
  },
  {
    name: 'reset-link-invalid',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/reset-password?token=');
      await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
    },
  },
  {
    name: 'confirm-email',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/confirm-email?token=0123456789abcdef');
      await button(page, 'Confirm email address').waitFor();
    },
  },
  {
    name: 'confirm-email-invalid',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/confirm-email?token=0123456789abcdef');
      await button(page, 'Confirm email address').click();
      await page.getByRole('heading', { name: 'Invalid confirmation link' }).waitFor();
    },
  },
  {
    name: 'change-email',
    of: 'nobody',
    show: async ({ page }) => {
      await page.goto('/change-email?token=0123456789abcdef');
      await button(page, 'Use this email address').waitFor();
    },
  },
  {
    name: 'new-address',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/settings');
      await button(page, 'Change Email').click();
      await page.getByLabel('New email address').waitFor();
    },
  },
  {
    name: 'own-address',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await unconfirmed(page);
      await page.goto('/settings');
      const own = page.getByRole('region', { name: 'Your email address' });
      await own.getByText('Not confirmed').waitFor();
      await own.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'no-connection',
    of: 'nobody',
    show: async ({ page }) => {
      await fail(page, '**/api/user');
      await page.goto('/');
      await button(page, 'Retry').waitFor();
    },
  },
  {
    name: 'keep-studio',
    of: 'guest',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/students');
      await button(page, 'Account Settings').click();
      await page.getByRole('menuitem', { name: 'Create Account' }).click();
      await dialog(page, 'Create account').waitFor();
    },
  },
  {
    name: 'account-menu',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/teachers');
      await button(page, 'Account Settings').click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    },
  },
  {
    name: 'change-password',
    of: 'studio',
    show: async ({ page }) => {
      await page.goto('/change-password');
      await page.getByLabel('Current password').fill('six-strings');
      await page.getByLabel('New password', { exact: true }).fill('password');
      await page.getByLabel('Confirm new password').fill('password');
      await button(page, 'Change Password').click();
      await page.locator('form').getByText('This password is easy to guess.').waitFor();
    },
  },
  {
    name: 'change-password-guest',
    of: 'guest',
    show: async ({ page }) => {
      await page.goto('/change-password');
      await page.getByRole('heading', { name: 'Create an account to keep this studio' }).waitFor();
    },
  },
  {
    name: 'delete-account',
    of: 'newcomer',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/settings');
      await button(page, 'Delete Account').click();
      await dialog(page, 'Delete your account?').waitFor();
    },
  },
  {
    name: 'not-found',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/no-such-page');
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    },
  },
];
