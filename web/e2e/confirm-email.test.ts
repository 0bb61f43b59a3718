import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '@rondo/services/platform/mail/testing/smtp-inbox.ts';
import { confirmationLink } from '@rondo/services/domain/accounts/testing/mails.ts';
import { mailsTo } from '@rondo/services/domain/accounts/testing/confirmed.ts';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { teacher, visitor } from './person.ts';
import { removeDataDir, scratchDataDir, startRondo, type RunningRondo } from './running-rondo.ts';
import { send } from './send.ts';

let dataDir: string;
let rondo: RunningRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
beforeAll(async () => {
  dataDir = await scratchDataDir();
  inbox = await smtpInbox();
  rondo = await startRondo(dataDir, { SMTP_URL: inbox.url });
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
  await removeDataDir(dataDir);
});

/** An invoice of one lesson, opened to be sent. */
const openSending = async (page: Page) => {
  const studio = await lessonStudio(page);
  const { ann, monday } = studio;
  await send(page, 'PUT', `/api/students/${ann.id}`, { perLessonRate: 55 });
  await enter(page, studio, ann, { startTime: '15:00', date: monday });
  await send(page, 'POST', '/api/invoices/generate', {
    teacherId: null,
    billingPeriodStart: monday,
    billingPeriodEnd: monday,
    selectedStudentIds: [ann.id],
  });
  await page.goto('/students?tab=invoices');
  await page.getByRole('button', { name: /^Actions for INV-/ }).click();
  await page.getByRole('menuitem', { name: 'Send by email' }).click();
  return page.getByRole('dialog', { name: 'Send by Email' });
};

test('sending says that the own address is to be confirmed, and goes on once the link’s button was pressed', async () => {
  const { page, email, leave } = await teacher({ fresh: true, baseURL: rondo.url });
  const sending = await openSending(page);
  await sending.getByText('Confirm your email address first').waitFor();
  await sending.getByLabel('Email address').fill('family@example.com');
  await sending.getByRole('button', { name: 'Send', exact: true }).click();
  await sending.getByRole('alert').getByText('Confirm your email address first. We have sent you a link.').waitFor();
  await sending.getByText(`We have sent a link to ${email}.`).waitFor();
  await sending.getByRole('button', { name: 'Send the link again' }).click();
  await sending.getByRole('alert').getByText('We have sent you a link already.').waitFor();

  const phone = await visitor({ fresh: true, baseURL: rondo.url });
  const link = await confirmationLink(mailsTo(inbox, email));
  await phone.page.goto(link);
  await phone.page.getByRole('button', { name: 'Confirm email address' }).click();
  await phone.page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  await phone.page.goto(link);
  await phone.page.getByRole('button', { name: 'Confirm email address' }).click();
  await phone.page.getByRole('heading', { name: 'Invalid confirmation link' }).waitFor();

  await sending.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('status').getByText('Email queued', { exact: true }).first().waitFor();
  await expect.poll(() => inbox.received.map(({ to }) => to)).toContain('family@example.com');
  expect([...(await leave()), ...(await phone.leave())]).toEqual([]);
});

test('the settings say whether the address is confirmed, and send the link', async () => {
  const { page, email, leave } = await teacher({ fresh: true, baseURL: rondo.url });
  await page.goto('/settings');
  const own = page.getByRole('region', { name: 'Your email address' });
  await own.getByText('Not confirmed').waitFor();
  await own.getByRole('button', { name: 'Send the link' }).click();
  await own.getByRole('button', { name: 'Send the link again' }).waitFor();
  await page.goto(await confirmationLink(mailsTo(inbox, email)));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByRole('link', { name: 'Continue to Rondo' }).click();
  await page.goto('/settings');
  await own.getByText('Confirmed', { exact: true }).waitFor();
  expect(await own.getByRole('button').count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('a guest is told to create an account, and where', async () => {
  const { page, leave } = await visitor({ fresh: true, baseURL: rondo.url });
  await send(page, 'POST', '/api/guest-login', { timeZone: 'America/Chicago' });
  const sending = await openSending(page);
  await sending.getByText('Create an account to send email').waitFor();
  expect(await sending.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await sending.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account to keep this studio' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('families are mailed their links and their changes from the lists, and the teacher sees their pages', async () => {
  const { page, email, leave } = await teacher({ fresh: true, baseURL: rondo.url });
  await send(page, 'POST', '/api/user/email-confirmation');
  await page.goto(await confirmationLink(mailsTo(inbox, email)));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  const studio = await lessonStudio(page);
  const { ann, ben } = studio;
  await enter(page, studio, ann, { startTime: '15:00' });
  await enter(page, studio, ben, { startTime: '16:00' });
  const address = `lee-${ann.id}@example.com`;
  await send(page, 'PUT', `/api/students/${ann.id}`, { email: address });
  await send(page, 'PATCH', '/api/settings', { familyPage: true, studioName: 'Bell Strings' });
  const mails = () => inbox.received.filter(({ to }) => to.includes(address)).length;

  await page.goto('/families');
  await page.getByRole('button', { name: 'Share with all 2' }).click();
  const dialog = page.getByRole('dialog', { name: /^Share 2.pages$/ });
  await dialog.getByText('Ann Lee gets a link by mail now.').waitFor();
  await dialog.getByText('No mail reaches Ben Ito.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Send 1.link$/ }).click();
  await page.getByRole('status').getByText('The mail is on its way', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Actions for Ben Ito' }).waitFor();
  expect(await page.getByRole('button', { name: /^Share with/ }).count()).toBe(0);
  await expect.poll(mails).toBe(1);

  await page.goto(`/family#preview=${ann.id}/${ann.id}`);
  await page.getByText(/^A preview for you of the page of Ann Lee\./).waitFor();
  await page.getByRole('heading', { name: 'Bell Strings' }).waitFor();
  expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0);

  await page.goto('/changes');
  await page.getByRole('textbox', { name: 'Text for Ben Ito' }).waitFor();
  await page.getByRole('button', { name: 'Mail Ann Lee' }).click();
  // Once the mail server has it, the family knows.
  await page.getByRole('textbox', { name: 'Text for Ann Lee' }).waitFor({ state: 'detached' });
  await expect.poll(mails).toBe(2);
  // Ben has no address: his mail is written by hand.
  expect(await page.getByRole('link', { name: 'Mail Ben Ito' }).getAttribute('href')).toMatch(/^mailto:/);
  expect(await leave()).toEqual([]);
});
