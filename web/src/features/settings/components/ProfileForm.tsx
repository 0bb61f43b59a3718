import type { Settings } from '@rondo/contracts/api/settings.ts';
import { AddressField, ChosenField, NotesField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { currencyOptions, profileSchema, profileValues } from '../profile-values.ts';
import { useSettingsForm } from '../use-settings-form.ts';
import { SaveRow } from './SaveRow.tsx';

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
      <SaveRow edit={edit} />
    </form>
  );
};

export default ProfileForm;
