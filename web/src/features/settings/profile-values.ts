import { settingsChange, type Settings } from '@rondo/contracts/api/settings.ts';
import { z } from 'zod';

const { shape } = settingsChange;

/** Input values are always text; the call's schema is stricter. */
const text = z.string().transform((typed): string | null | undefined => typed);
const days = z
  .string()
  .transform((typed): number | undefined => (typed.trim() === '' ? Number.NaN : Number(typed)))
  .pipe(shape.paymentTermsDays);

/** The studio profile, with the rules and messages of the call. */
export const profileSchema = z.object({
  studioName: text.pipe(shape.studioName),
  studioAddress: text.pipe(shape.studioAddress),
  studioPhone: text.pipe(shape.studioPhone),
  studioEmail: text.pipe(shape.studioEmail),
  paymentTermsDays: days,
  paymentInstructions: text.pipe(shape.paymentInstructions),
  currency: shape.currency.unwrap(),
});

export type ProfileValues = z.input<typeof profileSchema>;

export const profileValues = (settings: Settings): ProfileValues => ({
  studioName: settings.studioName ?? '',
  studioAddress: settings.studioAddress ?? '',
  studioPhone: settings.studioPhone ?? '',
  studioEmail: settings.studioEmail ?? '',
  paymentTermsDays: String(settings.paymentTermsDays),
  paymentInstructions: settings.paymentInstructions ?? '',
  currency: settings.currency,
});

const common = 'USD EUR GBP CAD AUD NZD CHF SEK NOK DKK PLN CZK MXN BRL JPY KRW CNY HKD SGD INR ILS ZAR TRY'.split(' ');

const names = new Intl.DisplayNames('en-US', { type: 'currency' });

/** "US Dollar (USD)": common currencies, and the studio's own if it is another one. */
export const currencyOptions = (own: string): { value: string; label: string }[] =>
  [...new Set([...common, own])].map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }));
