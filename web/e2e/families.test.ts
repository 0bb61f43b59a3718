import { expect, test } from 'vitest';
import { clickCounter } from './clicks.ts';
import { axeFindings, overflows } from './page-checks.ts';
import { teacher } from './person.ts';
import { send } from './send.ts';

test('a suggested family is made in two clicks, gets a charge, and is edited on its account', async () => {
  const { page, leave } = await teacher();
  const address = '4508 Banister Ln, Austin, TX 78745';
  const phone = '(512) 555-0171';
  for (const firstName of ['Mia', 'Theo'])
    await send(page, 'POST', '/api/students', { firstName, lastName: 'Park', address, phone, perLessonRate: 40 });
  await send(page, 'POST', '/api/students', { firstName: 'Ben', lastName: 'Ito', address: '78704' });
  const said = (text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/teachers');
  const { click, clicks } = clickCounter();
  await click(page.getByRole('link', { name: 'Students', exact: true }).first());
  const suggestion = page.getByRole('region', { name: 'Suggestion' });
  await suggestion.getByText('Are Mia and Theo Park one family?').waitFor();
  await click(suggestion.getByRole('button', { name: 'Make a family' }));
  expect(clicks()).toBe(2);
  await said('Park family made');
  await suggestion.waitFor({ state: 'detached' });

  await button('Expand Theo Park').click();
  await page.getByRole('region', { name: 'Theo Park' }).getByRole('button', { name: 'Add charge' }).click();
  const charge = page.getByRole('dialog', { name: 'Add charge' });
  await charge.getByText('Theo Park').waitFor();
  await charge.getByLabel('Description').fill('Recital registration');
  await charge.getByLabel('Amount').fill('25');
  await charge.getByRole('button', { name: 'Save' }).click();
  await said('Charge added');

  await page.getByRole('link', { name: 'Account of the Park family' }).click();
  await page.getByRole('heading', { name: 'Park family', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'For the next invoice' }).getByText('Recital registration').waitFor();
  const family = page.getByRole('region', { name: 'Family' });
  await family.getByText(phone).waitFor();
  await family.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Family' });
  const [ruth, joe] = [1, 2].map((nth) => form.getByRole('group', { name: `Contact ${nth}` }));
  await ruth?.getByLabel('Name').fill('Ruth Park');
  await form.getByRole('button', { name: 'Add contact' }).click();
  await joe?.getByLabel('Name').fill('Joe Park');
  await joe?.getByLabel('Email').fill('joe@');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await joe?.getByText(/email/i).nth(1).waitFor();
  expect([await axeFindings(page), await overflows(page)]).toEqual([[], []]);
  await joe?.getByLabel('Email').fill('joe@example.com');
  await joe?.getByRole('button', { name: 'Gets Invoices and schedule' }).click();
  await page.getByRole('option', { name: 'Schedule', exact: true }).click();
  await form.getByRole('button', { name: 'Take Theo Park out of the family' }).click();
  await form.getByRole('button', { name: /^Add a student/ }).click();
  await page.getByRole('option', { name: 'Ben Ito' }).click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await said('Park family saved');
  expect((await family.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n').filter(Boolean))).toEqual([
    ['Ruth Park', 'Invoices and schedule', phone],
    ['Joe Park', 'Schedule', 'joe@example.com'],
  ]);
  await page.getByRole('link', { name: 'Ben Ito' }).waitFor();
  // The charge went with Theo.
  await page.getByText('No charges wait').waitFor();
  expect(await leave()).toEqual([]);
});
