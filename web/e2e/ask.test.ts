import { smtpInbox } from '@rondo/services/platform/mail/testing/smtp-inbox.ts';
import { confirmationLink } from '@rondo/services/domain/accounts/testing/mails.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { mailsTo } from '@rondo/services/domain/accounts/testing/confirmed.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { phone, teacher, visitor } from './person.ts';
import { teacherNamed } from './planner-studio.ts';
import { removeDataDir, scratchDataDir, startRondo, type RunningRondo } from './running-rondo.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

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

test('a family asks on its phone when lessons would be possible, and sees hours behind the mailed link', async () => {
  const { page, email, leave } = await teacher({ fresh: true, baseURL: rondo.url });
  await send(page, 'POST', '/api/user/email-confirmation');
  await page.goto(await confirmationLink(mailsTo(inbox, email)));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  await send(page, 'POST', '/api/sample-studio');
  const dana = await teacherNamed(page, 'Dana Whitfield');
  const slug = `ask-${dana.id.slice(0, 8)}`;
  const askForm = { slug, teacherIds: [dana.id], lengths: [30, 45], note: 'Piano and violin.' };
  const saved = await send(page, 'PATCH', '/api/settings', { studioName: 'Whitfield Music', askForm });
  expect([saved.ok, saved.text]).toEqual([true, expect.any(String)]);

  const family = await visitor({ ...phone, fresh: true, baseURL: rondo.url });
  const form = family.page;
  await form.goto('/ask/no-such-form');
  await form.getByRole('alert').getByText('There is no such question form.').waitFor();
  await form.goto(`/ask/${slug}`);
  await form.getByText('Piano and violin.').waitFor();
  await form.getByLabel('Your child’s first name').fill('Maya');
  await form.getByRole('button', { name: 'Send My Question' }).click();
  await form.getByText('Please enter your ZIP code.').waitFor();
  await form.getByText('Please choose at least one time.').waitFor();
  expect(await axeFindings(form)).toEqual([]);
  await form.getByLabel('Your email').fill(`maya-${slug}@example.com`);
  await form.getByLabel('ZIP code').fill('78704');
  await form.getByText('Please enter your ZIP code.').waitFor({ state: 'hidden' });
  await form.getByRole('radio', { name: '45 min' }).check();
  await form.getByRole('checkbox', { name: 'Thursday' }).check();
  await form.getByLabel('Thursday from').selectOption('3:00 PM');
  await form.getByLabel('Thursday to').selectOption('9:00 PM');
  expect(await axeFindings(form)).toEqual([]);
  for (const width of [320, 390, 1280]) {
    await form.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(form), `${width} px`).toEqual([]);
  }
  // A form that is sent sooner comes from a program.
  await form.waitForTimeout(3000);
  await form.getByRole('button', { name: 'Send My Question' }).click();
  await form.getByText('Check your mail: open our message within 24 hours to see possible times.').waitFor();

  const mails = () => mailsTo(inbox, `maya-${slug}@example.com`)();
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail = ''] = await mails();
  await form.goto(/http\S+#c=[\w-]{43}/.exec(mail)?.[0] ?? '');
  await form.getByRole('button', { name: 'Show possible times' }).click();
  await form.getByText('Thank you. Your email is confirmed.').waitFor();
  await form.getByRole('listitem').getByText('Thursdays').waitFor();
  await form.getByText('Whitfield Music will write to you about the exact time. Nothing is booked yet.').waitFor();
  expect(new URL(form.url()).hash).toBe('');
  expect(await axeFindings(form)).toEqual([]);
  expect(await form.context().cookies()).toEqual([]);

  await expect
    .poll(async () => (await send(page, 'GET', '/api/inquiries')).text, { timeout: 30_000 })
    .toContain('Maya');
  await page.goto('/planner');
  await page.getByText('1 new question about when lessons would be possible.').waitFor();
  await page.getByRole('link', { name: 'See the Questions' }).click();
  const maya = page.getByRole('article', { name: 'Question of Maya' });
  await maya.getByText('Thu, 3:00 – 9:00 PM').waitFor();
  await maya.getByRole('list', { name: 'Weekly times, best first' }).getByText('Thursdays').first().waitFor();
  expect(await maya.getByLabel('Answer to copy into your mail').inputValue()).toMatch(
    /^Hello, thank you for asking\. I could come on Thursdays at .* Would that suit you\? Dana Whitfield$/,
  );
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 844 });
  await maya
    .getByRole('button', { name: /^Hold Thursdays/ })
    .first()
    .click();
  await page.getByText(/^The time is held for Maya until/).waitFor();
  await maya.getByText(/Held until/).waitFor();
  expect(await maya.getByLabel('Answer to copy into your mail').inputValue()).toContain('Thursdays');
  await maya.getByRole('button', { name: 'Release' }).click();
  await page.getByText('No time is held for Maya any more').waitFor();
  await takeUp(page, 'Undo');
  await maya.getByText(/Held until/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  // The calendar draws the time that is held.
  const [{ hold }] = JSON.parse((await send(page, 'GET', '/api/inquiries')).text);
  await page.goto(`/schedule?week=${hold.firstDate}&teacher=${dana.id}`);
  const thursday = page.getByRole('list', { name: `Entries on ${longDate(hold.firstDate)}` });
  await thursday.getByText('Held for Maya').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/planner/inquiries');
  await maya.getByRole('button', { name: 'Add as a Student' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Student' });
  expect(await adding.getByLabel('First name').inputValue()).toBe('Maya');
  await adding.getByLabel('Last name').fill('Okafor');
  await adding.getByRole('button', { name: 'Add Student' }).click();
  await page.getByText('Maya Okafor is a student now').waitFor();
  await maya.getByRole('button', { name: 'Add as a Student' }).waitFor({ state: 'hidden' });
  await takeUp(page, 'Undo');
  await page.getByText(/^Undone: Maya Okafor/).waitFor();
  await maya.getByText(/Held until/).waitFor();
  await maya.getByRole('button', { name: 'Close Question' }).click();
  await page.getByText('The question of Maya is closed').waitFor();
  await takeUp(page, 'Undo');
  await maya.getByRole('button', { name: 'Close Question' }).waitFor();
  await maya.getByRole('button', { name: 'Forget' }).click();
  await page.getByText('A forgotten question cannot be brought back.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('heading', { name: 'No questions yet' }).waitFor();
  expect([...(await family.leave()), ...(await leave())]).toEqual([]);
});
