import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { NotificationBell } from '../../features/calendars/notifications/NotificationBell.tsx';
import { read, queryClient } from '../../api/queries.ts';
import { chooseTheme, showTheme } from '../../lib/page/theme.ts';
import { useEffect, lazy, Suspense, useState } from 'react';
import { otherTabs, type News } from '../../api/session/other-tabs.ts';
import { loadAnew, replacedBy } from '../../api/session/other-user.ts';
import { answerSessionEnd } from '../../api/session/session-end.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { Activity, KeyRound, LogOut, Settings, SlidersHorizontal, UserPlus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../../api/commands/command.ts';
import { becomeUser } from '../../api/session/become-user.ts';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';

const KeepStudio = lazy(async () => {
  const { KeepStudio } = await import('../../features/account/sign-in/KeepStudio.tsx');
  return { default: KeepStudio };
});

const LeaveAsGuest = lazy(async () => {
  const { LeaveAsGuest } = await import('../../features/account/sign-in/LeaveAsGuest.tsx');
  return { default: LeaveAsGuest };
});

/** The gear menu: the account pages and sign-out. A guest can create an account here and keep the studio. */
const AccountMenu = ({ user }: { readonly user: CurrentUser }) => {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'keep' | 'leave' | null>(null);
  const close = (): void => setAsking(null);
  const signOut = useCommand('POST /api/logout', {
    onSaved: () => {
      becomeUser(null);
      void navigate('/');
    },
    done: null,
    failed: 'Logout failed',
  });
  const go = (path: string) => () => void navigate(path);
  return (
    <>
      <MenuOnDemand
        label="Account Settings"
        button={<Settings aria-hidden className="size-5" strokeWidth={1.75} />}
        heading={user.firstName || 'Account'}
        entries={[
          ...(user.isGuest ? [{ label: 'Create Account', icon: UserPlus, onSelect: () => setAsking('keep') }] : []),
          { label: 'Change Password', icon: KeyRound, onSelect: go('/change-password') },
          { label: 'API Monitor', icon: Activity, onSelect: go('/api-monitor') },
          { label: 'Settings', icon: SlidersHorizontal, onSelect: go('/settings') },
          {
            label: 'Sign Out',
            icon: LogOut,
            disabled: signOut.isPending,
            onSelect: () => (user.isGuest ? setAsking('leave') : void signOut.send({})),
          },
        ]}
      />
      {asking === 'keep' && (
        <Suspense fallback={null}>
          <KeepStudio onClose={close} />
        </Suspense>
      )}
      {asking === 'leave' && (
        <Suspense fallback={null}>
          <LeaveAsGuest
            leaving={signOut.isPending}
            onKeep={() => setAsking('keep')}
            onLeave={() => void signOut.send({})}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};

const otherElsewhere = 'Someone else signed in in another tab. What had not been saved here is gone.';
const guestElsewhere =
  'You are using Rondo as a guest in another tab. Create an account to keep that studio, or sign out first.';

/** Acts on what another tab tells this one, which shows the studio of `userId`. */
const useOtherTabs = (userId: string): void => {
  useEffect(() => {
    const channel = otherTabs();
    const hear = ({ data }: MessageEvent<News>): void => {
      if (data.userId === userId) answerSessionEnd(true);
      else if (data.userId !== undefined) return loadAnew(data.userId === null ? undefined : userId);
      void queryClient.invalidateQueries();
    };
    channel.addEventListener('message', hear);
    const left = replacedBy(userId);
    if (left !== null)
      toast({
        title: 'This tab was loaded again',
        description: left === '' ? guestElsewhere : otherElsewhere,
        tone: 'neutral',
        duration: 10_000,
      });
    return () => channel.removeEventListener('message', hear);
  }, [userId]);
};

/** The user's theme, also when it was chosen on another device. Signed out, the page has that of the device. */
const useTheme = (userId: string): void => {
  const theme = useQuery(read('GET /api/user-preferences', {})).data?.theme;
  useEffect(() => {
    if (theme !== undefined) chooseTheme(userId, theme);
  }, [userId, theme]);
  useEffect(() => () => showTheme('system'), []);
};

/** The bell and the gear. They load after the page, whose first load has a budget. */
const HeaderButtons = ({ user }: { readonly user: CurrentUser }) => {
  useTheme(user.id);
  useOtherTabs(user.id);
  return (
    <span className="flex shrink-0">
      <NotificationBell />
      <AccountMenu user={user} />
    </span>
  );
};

export default HeaderButtons;
