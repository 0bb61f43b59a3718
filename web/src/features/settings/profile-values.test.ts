import { expect, test } from 'vitest';
import { currencyOptions, profileSchema } from './components/ProfileForm.tsx';

const typed = {
  studioName: ' Whitfield Strings ',
  studioAddress: '',
  studioPhone: '',
  studioEmail: '',
  paymentTermsDays: '14',
  paymentInstructions: '',
  payLink: '',
  currency: 'USD',
};

test('empty fields of the studio profile are cleared, and days are a number', () => {
  expect(profileSchema.parse(typed)).toMatchObject({
    studioName: 'Whitfield Strings',
    studioEmail: null,
    paymentTermsDays: 14,
  });
});

test('wrong values get the sentences of the call', () => {
  const messageOf = (change: Partial<typeof typed>): string | undefined =>
    profileSchema.safeParse({ ...typed, ...change }).error?.issues[0]?.message;
  for (const days of ['', 'ten', '1.5', '366', '-1'])
    expect(messageOf({ paymentTermsDays: days })).toBe(
      'The payment terms must be a whole number of days from 0 to 365.',
    );
  expect(messageOf({ studioEmail: 'dana' })).toBe('Please enter a valid email address.');
  expect(messageOf({ payLink: 'http://paypal.me/dana' })).toBe('The pay link must begin with https://.');
  expect(messageOf({ payLink: ' https://paypal.me/dana/{amount} ' })).toBeUndefined();
});

test('the studio’s own currency can always be chosen', () => {
  expect(currencyOptions('USD').map(({ value }) => value)).toContain('EUR');
  expect(currencyOptions('ISK').at(-1)).toEqual({ value: 'ISK', label: 'Icelandic Króna (ISK)' });
});
