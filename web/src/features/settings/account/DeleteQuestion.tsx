import { zodResolver } from '@hookform/resolvers/zod';
import { accountDeletion } from '@rondo/contracts/api/account/own-account.ts';
import { useMemo } from 'react';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { OwnPasswordField } from '../../../forms/OwnPasswordField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { CallFailed, isUnconfirmed } from '../../../api/call-failed.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { isDeletionUnconfirmed } from '../../../api/session/session-end.ts';
import { useDeleteAccount } from '../commands.ts';

type Values = { password: string };

const isAboutField = (error: Error | null): boolean => error instanceof CallFailed && error.problems.length > 0;

const failureOf = (error: Error | null): string | null => {
  if (error === null || isAboutField(error)) return null;
  return isDeletionUnconfirmed() ? `It is not known whether the account was deleted. ${error.message}` : error.message;
};

/** Asks for the password before the account is erased. */
export const DeleteQuestion = ({ email, onClose }: { readonly email: string; readonly onClose: () => void }) => {
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
      submitError={failureOf(erase.error)}
      unconfirmed={isUnconfirmed(erase.error)}
      canSubmit
      dirty={false}
      bodyClassName="grid gap-4 p-6 max-desk:content-start max-desk:p-4"
      onSubmit={(event) => void handleSubmit((body) => void erase.send({ body }))(event)}
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
      <OwnPasswordField control={control} name="password" label="Your password" email={email} data-autofocus />
    </FormDialog>
  );
};
