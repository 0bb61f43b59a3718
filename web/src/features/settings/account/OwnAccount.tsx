import { zodResolver } from '@hookform/resolvers/zod';
import { updateUser, type CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { newEmail } from '@rondo/contracts/api/account/email-confirmation.ts';
import { useMemo } from 'react';
import { z } from 'zod';
import { CallFailed, isUnconfirmed } from '../../../api/call-failed.ts';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { OwnPasswordField } from '../../../forms/OwnPasswordField.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useAskForEmailChange, useRename } from '../commands.ts';

/** Input values are always text; the call's schema is stricter. */
const text = z.string().transform((typed): string | null | undefined => typed);
const { firstName, lastName } = updateUser.body.shape;
const nameSchema = z.object({ firstName: text.pipe(firstName), lastName: text.pipe(lastName) });

const bodyClasses = 'grid gap-4 p-6 max-desk:content-start max-desk:p-4';

/** What is about a field is said there. */
const formErrorOf = (error: Error | null): string | null =>
  error instanceof CallFailed && error.problems.length > 0 ? null : (error?.message ?? null);

/** Changes the user's own name. */
export const NameDialog = ({ user, onClose }: { readonly user: CurrentUser; readonly onClose: () => void }) => {
  const rename = useRename();
  const errors = useMemo(() => fieldErrorsOf<z.input<typeof nameSchema>>(rename.error), [rename.error]);
  const { control, handleSubmit, formState } = useForm<z.input<typeof nameSchema>, z.output<typeof nameSchema>>({
    resolver: zodResolver(nameSchema),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    errors,
  });
  return (
    <FormDialog
      open
      title="Your Name"
      submit="Save Changes"
      width="narrow"
      loading={rename.isPending}
      submitError={formErrorOf(rename.error)}
      unconfirmed={isUnconfirmed(rename.error)}
      canSubmit={formState.isDirty}
      dirty={formState.isDirty}
      bodyClassName={bodyClasses}
      onSubmit={(event) => void handleSubmit((body) => rename.send({ body }).then((done) => done && onClose()))(event)}
      onClose={onClose}
    >
      <TypedField control={control} name="firstName" label="First name" autoComplete="given-name" data-autofocus />
      <TypedField control={control} name="lastName" label="Last name" autoComplete="family-name" />
    </FormDialog>
  );
};

/** Has a link sent to a new address, whose button changes to it. */
export const EmailDialog = ({ email, onClose }: { readonly email: string; readonly onClose: () => void }) => {
  const ask = useAskForEmailChange();
  const errors = useMemo(() => fieldErrorsOf<z.input<typeof newEmail>>(ask.error), [ask.error]);
  const { control, handleSubmit, formState } = useForm<z.input<typeof newEmail>>({
    resolver: zodResolver(newEmail),
    defaultValues: { email: '', password: '' },
    errors,
  });
  return (
    <FormDialog
      open
      title="Change Email Address"
      submit="Send the Link"
      width="narrow"
      loading={ask.isPending}
      submitError={formErrorOf(ask.error)}
      unconfirmed={isUnconfirmed(ask.error)}
      canSubmit
      dirty={formState.isDirty}
      bodyClassName={bodyClasses}
      onSubmit={(event) => void handleSubmit((body) => ask.send({ body }).then((done) => done && onClose()))(event)}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-ink-2">
        We send a link to the new address. Once you press the button on its page, you sign in with that address and are
        signed out everywhere else. Until then {email} stays. We tell that address too.
      </p>
      <TypedField
        control={control}
        name="email"
        label="New email address"
        type="email"
        autoComplete="email"
        data-autofocus
      />
      <OwnPasswordField control={control} name="password" label="Your password" email={email} />
    </FormDialog>
  );
};
