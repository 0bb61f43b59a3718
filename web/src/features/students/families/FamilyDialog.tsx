import { mostContacts, mostMembers, updateHousehold, type Household } from '@rondo/contracts/api/people/households.ts';
import { Plus, X } from 'lucide-react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { queryClient } from '../../../api/queries.ts';
import { useStudents } from '../../../calendar/queries.ts';
import { EditDialog } from '../../../forms/EditDialog.tsx';
import { AddressField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useEditForm } from '../../../forms/use-edit-form.ts';
import { byName } from '../../../lib/people.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { nameOf } from '../roster.ts';
import { saveFamily } from './commands.ts';
import { householdsQuery } from './queries.ts';

const rules = updateHousehold.body.shape;
const contact = rules.contacts.unwrap().element.shape;
/** Input values are always text; the call's schema is stricter. */
const text = z.string().transform((typed): string | null | undefined => typed);

const familyForm = z.object({
  name: rules.name.unwrap(),
  address: text.pipe(rules.address.unwrap()),
  contacts: z.array(
    z.object({
      contactId: z.string(),
      name: contact.name,
      email: text.pipe(contact.email),
      phone: text.pipe(contact.phone),
      gets: contact.gets,
    }),
  ),
  studentIds: z.array(z.string()),
});
type Values = z.input<typeof familyForm>;
type Checked = z.output<typeof familyForm>;
type FormState = UseFormReturn<Values, unknown, Checked>;

const valuesOf = ({ name, address, contacts, studentIds }: Household): Values => ({
  name,
  address: address ?? '',
  contacts: contacts.map(({ id, email, phone, ...one }) => ({
    ...one,
    contactId: id,
    email: email ?? '',
    phone: phone ?? '',
  })),
  studentIds,
});

const getsOptions = [
  { value: 'both', label: 'Invoices and schedule' },
  { value: 'invoices', label: 'Invoices' },
  { value: 'schedule', label: 'Schedule' },
] as const;

const Contacts = ({ form }: { readonly form: FormState }) => {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'contacts' });
  return (
    <section aria-label="Contacts" className="grid gap-3 border-t border-line pt-5">
      <h3 className="text-lead font-strong">Contacts</h3>
      {fields.map((field, at) => (
        <fieldset
          key={field.id}
          aria-label={`Contact ${at + 1}`}
          className="relative grid grid-cols-2 gap-3 rounded-card border border-line p-3 max-desk:grid-cols-1"
        >
          <TypedField control={control} name={`contacts.${at}.name`} label="Name" autoComplete="off" />
          <Controller
            control={control}
            name={`contacts.${at}.gets`}
            render={({ field: { value, onChange } }) => (
              <Field label="Gets">
                {({ id }) => (
                  <Select id={id} look="field" label="Gets" value={value} options={getsOptions} onChange={onChange} />
                )}
              </Field>
            )}
          />
          <TypedField
            control={control}
            name={`contacts.${at}.email`}
            label="Email"
            optional
            type="email"
            autoComplete="off"
          />
          <TypedField
            control={control}
            name={`contacts.${at}.phone`}
            label="Phone"
            optional
            type="tel"
            autoComplete="off"
          />
          <Button kind="quiet" icon={X} className="col-span-full w-fit" onClick={() => remove(at)}>
            Remove contact
          </Button>
        </fieldset>
      ))}
      {fields.length < mostContacts && (
        <Button
          icon={Plus}
          className="w-fit"
          onClick={() => append({ contactId: '', name: '', email: '', phone: '', gets: 'both' })}
        >
          Add contact
        </Button>
      )}
    </section>
  );
};

const nobody = '';

/** Who belongs to the family. Who is in another one moves. */
const Members = ({ form }: { readonly form: FormState }) => {
  const students = useStudents().toSorted(byName);
  return (
    <Controller
      control={form.control}
      name="studentIds"
      render={({ field: { value, onChange } }) => (
        <section aria-label="Students" className="grid gap-2 border-t border-line pt-5">
          <h3 className="text-lead font-strong">Students</h3>
          <ul className="grid gap-1">
            {students
              .filter(({ id }) => value.includes(id))
              .map((student) => (
                <li key={student.id} className="flex items-center gap-2">
                  <span className="min-w-0 grow break-words">{nameOf(student)}</span>
                  <IconButton
                    icon={X}
                    label={`Take ${nameOf(student)} out of the family`}
                    onClick={() => onChange(value.filter((id) => id !== student.id))}
                  />
                </li>
              ))}
          </ul>
          {value.length < mostMembers && (
            <Field label="Add a student">
              {({ id }) => (
                <Select
                  id={id}
                  look="field"
                  label="Add a student"
                  value={nobody}
                  options={[
                    { value: nobody, label: 'Choose a student' },
                    ...students
                      .filter((student) => !value.includes(student.id))
                      .map((student) => ({ value: student.id, label: nameOf(student) })),
                  ]}
                  onChange={(chosen) => chosen !== nobody && onChange([...value, chosen])}
                />
              )}
            </Field>
          )}
          <p className="text-pretty text-ink-2">
            Who joins brings invoices and payments along. What the family was billed stays with it when someone leaves.
          </p>
        </section>
      )}
    />
  );
};

/** A family: its name and address, whom to write to, and who belongs to it. */
export const FamilyDialog = (props: { readonly household: Household; readonly onClose: () => void }) => {
  const { household, onClose } = props;
  const edit = useEditForm<Household, Values, Checked>({
    noun: 'family',
    schema: familyForm,
    fields: familyForm.keyof().options,
    initial: household,
    valuesOf: (row) => valuesOf(row ?? household),
    load: async ({ id }) =>
      (await queryClient.fetchQuery({ ...householdsQuery, staleTime: 0 })).find((one) => one.id === id),
    save: async ({ name, address, contacts, studentIds }, row) => {
      const numbered = contacts.map(({ contactId, ...one }) => ({
        ...one,
        ...(contactId !== '' && { id: contactId }),
      }));
      await saveFamily(row ?? household, { name, address: address ?? null, contacts: numbered }, studentIds);
      onClose();
    },
  });
  const { form } = edit;
  return (
    <EditDialog
      edit={edit}
      title="Edit Family"
      submit="Save Changes"
      bodyClassName="grid content-start gap-5 p-6 max-desk:p-4"
      onClose={onClose}
    >
      <TypedField control={form.control} name="name" label="Name" autoComplete="off" data-autofocus />
      <AddressField
        control={form.control}
        name="address"
        label="Address"
        optional
        placeholder="As the first student’s"
        hint="Left empty, the address of the first student by name is used."
      />
      <Contacts form={form} />
      <Members form={form} />
    </EditDialog>
  );
};
