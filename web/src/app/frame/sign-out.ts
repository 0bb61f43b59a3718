import { useNavigate } from 'react-router-dom';
import { CallFailed } from '../../api/call-failed.ts';
import { command, doneWith } from '../../api/client.ts';
import { useAction } from '../../api/commands/command.ts';
import { becomeUser } from '../../api/session/become-user.ts';
import { forgetOthers, keptEntries, namesOf } from '../../api/session/forget-kept.ts';
import { tellWhoIsSignedIn } from '../../api/session/other-tabs.ts';
import { dropOthers } from '../../lib/page/browser-storage.ts';
import { isSessionLeft, signOutLater } from '../../api/session/sign-out-later.ts';
import { counted } from '../../lib/texts.ts';
import type { Question } from '../../ui/overlays/confirm.ts';

/** What to ask before a user signs out who has entered something that is not saved; null if nothing would be lost. */
export const lossOf = async (userId: string): Promise<Omit<Question, 'run'> | null> => {
  if (!(await namesOf(keptEntries)).includes(`${keptEntries}${userId}`)) return null;
  const { countEntries } = await import('../../features/road/offline/waiting.ts');
  const count = await countEntries(userId);
  if (count === 0) return null;
  return {
    title: `${counted(count, 'entry')} ${count === 1 ? 'has' : 'have'} not been saved`,
    text: `Sign out and lose ${count === 1 ? 'it' : 'them'}?`,
    action: 'Sign out',
    cancel: 'Stay signed in',
    danger: true,
  };
};

/** Ends the session, without a network at the next connection. */
const endSession = async () => {
  try {
    return await command('POST /api/logout', {});
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 0 || !signOutLater()) throw error;
    return doneWith(null);
  }
};

/** Without a network only the day’s page opens: it asks to sign in. */
const leaveWithoutNetwork = (): void => {
  dropOthers(null);
  tellWhoIsSignedIn(null);
  window.location.replace('/day');
};

/** Signs out. What this browser keeps goes at once. */
export const useSignOut = () => {
  const navigate = useNavigate();
  return useAction(
    async () => {
      const done = await endSession();
      await forgetOthers(null);
      return done;
    },
    {
      onSaved: () => {
        if (isSessionLeft()) leaveWithoutNetwork();
        else {
          becomeUser(null);
          void navigate('/');
        }
      },
      done: null,
      failed: 'Logout failed',
    },
  );
};
