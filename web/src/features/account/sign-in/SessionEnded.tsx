import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { commandAnswered } from '../../../api/client.ts';
import { useAction } from '../../../api/commands/command.ts';
import { tellWhoIsSignedIn } from '../../../api/session/other-tabs.ts';
import { loadAnew } from '../../../api/session/other-user.ts';
import { queryClient } from '../../../api/queries.ts';
import { currentUserQuery } from '../../../api/session/session.ts';
import { answerSessionEnd, isDeletionUnconfirmed } from '../../../api/session/session-end.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { SignIn } from './commands.ts';
import { SignInForm } from './sign-in-form.tsx';

const endedGuest = 'This was a guest session: its data was deleted when it ended.';
const signInAgain = 'Sign in again to continue. What you entered is still here.';
const maybeDeleted =
  'You asked to delete your account, and the answer was lost. As you are signed out now, the account is most likely deleted, with everything in its studio. If you can still sign in, it is not.';

/** Lets a user whose session has ended sign in again without leaving the screen; what they typed stays, and waiting calls are repeated. */
const SessionEnded = ({ user }: { readonly user: CurrentUser }) => {
  const signIn = useAction((body: SignIn) => commandAnswered('POST /api/login', { body }), {
    onSaved: (now) => {
      tellWhoIsSignedIn(now.id);
      // The waiting calls stay unanswered: what failed for one user is no news for another.
      if (now.id !== user.id) return loadAnew();
      queryClient.setQueryData(currentUserQuery.queryKey, now);
      answerSessionEnd(true);
    },
    done: null,
    failed: null,
  });
  const isMaybeDeleted = isDeletionUnconfirmed();
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
            loading={signIn.isPending || signIn.isSuccess}
            submitError={signIn.error}
            message={signIn.error?.message ?? null}
            aside={null}
            onSubmit={(values) => void signIn.send(values)}
          />
        )}
        {/* Loads only this tab: what is typed in another one can still be saved after signing in again. */}
        <Button size="large" className="w-full" onClick={() => loadAnew()}>
          {canContinue ? 'Discard and go to the sign-in page' : 'Go to the sign-in page'}
        </Button>
      </div>
    </Dialog>
  );
};

export default SessionEnded;
