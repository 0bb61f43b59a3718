import type { Settings } from '@rondo/contracts/api/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { useEffect } from 'react';
import { useBackGuard } from '../../../forms/back-guard.ts';
import { AddressField, ChosenField, NotesField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useEditForm } from '../../../forms/use-edit-form.ts';
import { queryClient } from '../../../lib/queries.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { FormError, FormNotice, Skeleton, WhileLoading } from '../../../ui/panels.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useSaveProfile } from '../mutations.ts';
import { currencyOptions, profileSchema, profileValues } from '../profile-values.ts';
import { Section } from './Section.tsx';

const Waiting = () => (
  <WhileLoading label="Loading the studio profile">
    <div className="grid gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  </WhileLoading>
);

const ProfileForm = ({ settings }: { readonly settings: Settings }) => {
  const save = useSaveProfile();
  const edit = useEditForm({
    noun: 'studio profile',
    schema: profileSchema,
    fields: profileSchema.keyof().options,
    given: settings,
    valuesOf: (row) => profileValues(row ?? settings),
    load: () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }),
    save: async (checked, row): Promise<void> => {
      const saved = await save.mutateAsync({ ...checked, revision: (row ?? settings).revision });
      edit.show(saved);
    },
  });
  const { form, row, show } = edit;
  const { control } = form;
  const { isDirty } = form.formState;
  const back = useBackGuard(isDirty);
  // An undo changes what is saved. What the user types in the meantime is kept, and is then a change to the settings that it was typed over.
  useEffect(() => {
    if (!isDirty && row !== settings) show(settings);
  }, [isDirty, row, settings, show]);
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
      <div className="col-span-full flex flex-wrap items-center justify-end gap-2 max-desk:[&>button]:flex-1">
        <div className="min-w-0 grow empty:hidden max-desk:basis-full">
          <FormNotice message={edit.notice} />
          <FormError message={edit.submitError} />
        </div>
        {isDirty && (
          <>
            <Badge tone="tint" icon={PencilLine}>
              Not saved yet
            </Badge>
            <Button onClick={() => show(settings)}>Discard</Button>
          </>
        )}
        <Button kind="primary" type="submit" disabled={!isDirty} loading={edit.saving}>
          Save
        </Button>
      </div>
      <DiscardQuestion {...back} />
    </form>
  );
};

/** Who bills families, and how they pay. */
export const StudioProfile = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section title="Studio profile" about="It is printed on invoices and named in emails to families.">
      <QueryState query={settings} failed="The studio profile did not load." waiting={<Waiting />}>
        {(loaded) => <ProfileForm settings={loaded} />}
      </QueryState>
    </Section>
  );
};
