import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { Activity, Car, History, KeyRound, LogOut, Search, Settings, SlidersHorizontal, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { confirm } from '../../ui/overlays/confirm.ts';
import { lossOf, useSignOut } from './sign-out.ts';
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
export const AccountMenu = ({ user, onSearch }: { readonly user: CurrentUser; readonly onSearch: () => void }) => {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'keep' | 'leave' | null>(null);
  const close = (): void => setAsking(null);
  const signOut = useSignOut();
  const leave = async (): Promise<void> => {
    const question = await lossOf(user.id);
    const goOn = () => (user.isGuest ? setAsking('leave') : signOut.send());
    if (question === null) await goOn();
    else confirm({ ...question, run: goOn });
  };
  const go = (path: string) => () => void navigate(path);
  return (
    <>
      <MenuOnDemand
        label="Account Settings"
        button={<Settings aria-hidden className="size-5" strokeWidth={1.75} />}
        heading={user.firstName || 'Account'}
        entries={[
          ...(user.isGuest ? [{ label: 'Create Account', icon: UserPlus, onSelect: () => setAsking('keep') }] : []),
          { label: 'Search', icon: Search, onSelect: onSearch },
          { label: 'History', icon: History, onSelect: go('/history') },
          { label: 'Drives and earnings', icon: Car, onSelect: go('/mileage') },
          { label: 'Change Password', icon: KeyRound, onSelect: go('/change-password') },
          { label: 'Settings', icon: SlidersHorizontal, onSelect: go('/settings') },
          { label: 'API Monitor', icon: Activity, onSelect: go('/api-monitor') },
          {
            label: 'Sign Out',
            icon: LogOut,
            disabled: signOut.isPending,
            onSelect: () => void leave(),
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
            onLeave={() => void signOut.send()}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
