import { type Settings, settingsChange } from '@rondo/contracts/api/studio/settings.ts';
import { AddressField, ChosenField, NotesField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useSettingsForm } from '../use-settings-form.ts';
import { SaveRow } from './SaveRow.tsx';
import { z } from 'zod';
import { currencyName } from '../../../lib/formats.ts';

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
  payLink: text.pipe(shape.payLink),
  currency: shape.currency.unwrap(),
});

type ProfileValues = z.input<typeof profileSchema>;

const profileValues = (settings: Settings): ProfileValues => ({
  studioName: settings.studioName ?? '',
  studioAddress: settings.studioAddress ?? '',
  studioPhone: settings.studioPhone ?? '',
  studioEmail: settings.studioEmail ?? '',
  paymentTermsDays: String(settings.paymentTermsDays),
  paymentInstructions: settings.paymentInstructions ?? '',
  payLink: settings.payLink ?? '',
  currency: settings.currency,
});

const common = 'USD EUR GBP CAD AUD NZD CHF SEK NOK DKK PLN CZK MXN BRL JPY KRW CNY HKD SGD INR ILS ZAR TRY'.split(' ');

/** "US Dollar (USD)": common currencies, and the studio's own if it is another one. */
export const currencyOptions = (own: string): { value: string; label: string }[] =>
  [...new Set([...common, own])].map((code) => ({ value: code, label: `${currencyName(code)} (${code})` }));

const payLinkHint = 'Invoices show it as a link and a QR code, with {amount} and {invoice} filled in.';

/** Edits the studio profile. */
const ProfileForm = ({ settings }: { readonly settings: Settings }) => {
  const edit = useSettingsForm({
    noun: 'studio profile',
    settings,
    schema: profileSchema,
    fields: profileSchema.keyof().options,
    valuesOf: profileValues,
  });
  const { control } = edit.form;
  return (
    <form noValidate onSubmit={edit.submit} className="grid grid-cols-6 gap-4 max-desk:grid-cols-1">
      <TypedField
        control={control}
        name="studioName"
        label="Studio name"
        autoComplete="organization"
        className="desk:col-span-3"
      />
      <AddressField
        control={control}
        name="studioAddress"
        label="Address"
        placeholder="Street, city, state and ZIP code"
        className="desk:col-span-3"
      />
      <TypedField
        control={control}
        name="studioPhone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        className="desk:col-span-2"
      />
      <TypedField
        control={control}
        name="studioEmail"
        label="Email"
        type="email"
        autoComplete="email"
        className="desk:col-span-2"
      />
      <div className="desk:col-span-2">
        <ChosenField
          control={control}
          name="currency"
          label="Currency"
          options={currencyOptions(settings.currency)}
          placeholder="Select a currency"
        />
      </div>
      <TypedField
        control={control}
        name="paymentTermsDays"
        label="Payment terms"
        inputMode="numeric"
        hint="Days from sending an invoice to its due date."
        className="desk:col-span-2"
      />
      <div className="desk:col-span-4">
        <NotesField control={control} name="paymentInstructions" label="Payment instructions" />
      </div>
      <TypedField
        control={control}
        name="payLink"
        label="Pay link"
        type="url"
        inputMode="url"
        placeholder="https://paypal.me/yourname/{amount}"
        hint={payLinkHint}
        className="desk:col-span-6"
      />
      <SaveRow edit={edit} />
    </form>
  );
};

export default ProfileForm;
