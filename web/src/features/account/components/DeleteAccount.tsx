import { zodResolver } from '@hookform/resolvers/zod';
import { accountDeletion } from '@rondo/contracts/api/own-account.ts';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { CallFailed } from '../../../lib/client.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDeleteAccount } from '../mutations.ts';

type Values = { password: string };

const isAboutField = (error: Error | null): boolean => error instanceof CallFailed && error.problems.length > 0;

const DeleteQuestion = ({ email, onClose }: { readonly email: string; readonly onClose: () => void }) => {
  const erase = useDeleteAccount();
  const serverErrors = useMemo(() => fieldErrorsOf<Values>(erase.error), [erase.error]);
  const { control, handleSubmit } = useForm<Values>({
    resolver: zodResolver(accountDeletion),
    defaultValues: { password: '' },
    errors: serverErrors,
  });
  return (
    <FormDialog
      open
      title="Delete your account?"
      submit="Delete Account"
      danger
      width="narrow"
      loading={erase.isPending}
      submitError={isAboutField(erase.error) ? null : (erase.error?.message ?? null)}
      canSubmit
      dirty={false}
      bodyClassName="grid gap-4 p-6 max-desk:content-start max-desk:p-4"
      onSubmit={(event) => void handleSubmit((values) => erase.mutate(values))(event)}
      onClose={onClose}
    >
      <div className="grid gap-3 text-ink-2">
        <p className="wrap-anywhere">
          The account of {email} is permanently erased, with everything in its studio: teachers, students, lessons,
          reports, invoices and their numbers, backups, the history and all settings.
        </p>
        <p>
          Calendars that you shared stop working, and everyone who is signed in is signed out. No one can undo this, and
          no backup brings it back.
        </p>
      </div>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TypedField
        control={control}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        data-autofocus
      />
    </FormDialog>
  );
};

/** The end of the account. */
export const DeleteAccount = ({ email }: { readonly email: string }) => {
  const [asking, setAsking] = useState(false);
  return (
    <Section title="Delete account" about="Erases your account and everything in its studio.">
      <p className="mb-3 max-w-[64ch] text-pretty text-ink-2">
        This cannot be undone. What you want to keep you can download before: students, teachers and lessons as CSV
        files, invoices as PDF files.
      </p>
      <Button kind="danger" icon={Trash2} className="max-desk:w-full" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && <DeleteQuestion email={email} onClose={() => setAsking(false)} />}
    </Section>
  );
};
