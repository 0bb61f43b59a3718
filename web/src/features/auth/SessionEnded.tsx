import { login, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/client.ts';
import { tellWhoIsSignedIn } from '../../lib/other-tabs.ts';
import { queryClient } from '../../lib/queries.ts';
import { becomeUser, showUser } from '../../lib/become-user.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { answerSessionEnd, isDeletionUnconfirmed, setDeletionUnconfirmed } from '../../lib/session-end.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { SignIn } from './mutations.ts';
import { SignInForm } from './sign-in-form.tsx';

const endedGuest = 'This was a guest session: its data was deleted when it ended.';
const signInAgain = 'Sign in again to continue. What you entered is still here.';
const maybeDeleted =
  'You asked to delete your account, and the answer was lost. As you are signed out now, the account is most likely deleted, with everything in its studio. If you can still sign in, it is not.';

/** Lets a user whose session has ended sign in again without leaving the screen; what they typed stays, and waiting calls are repeated. */
const SessionEnded = ({ user }: { readonly user: CurrentUser }) => {
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: (body: SignIn) => call(login, { body }),
    onSuccess: (now) => {
      if (now.id === user.id) {
        queryClient.setQueryData(currentUserQuery.queryKey, now);
        answerSessionEnd(true);
        tellWhoIsSignedIn(now.id);
        return;
      }
      answerSessionEnd(false);
      becomeUser(now);
      void navigate('/', { replace: true });
    },
  });
  const isMaybeDeleted = isDeletionUnconfirmed();
  const leave = (): void => {
    answerSessionEnd(false);
    setDeletionUnconfirmed(false);
    // Only here: what is typed in another tab can still be saved after signing in again.
    showUser(null);
  };
  const canContinue = !user.isGuest && !isMaybeDeleted;
  const ended = user.isGuest ? endedGuest : isMaybeDeleted ? maybeDeleted : signInAgain;
  return (
    <Dialog
      open
      title={isMaybeDeleted ? 'You are signed out' : 'Your session has ended'}
      width="narrow"
      onClose={() => answerSessionEnd(false)}
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{ended}</p>
        {canContinue && (
          <SignInForm
            email={user.email}
            loading={signIn.isPending}
            submitError={signIn.error}
            message={signIn.error?.message ?? null}
            aside={null}
            onSubmit={(values) => signIn.mutate(values)}
          />
        )}
        <Button size="large" className="w-full" onClick={leave}>
          {canContinue ? 'Discard and go to the sign-in page' : 'Go to the sign-in page'}
        </Button>
      </div>
    </Dialog>
  );
};

export default SessionEnded;
