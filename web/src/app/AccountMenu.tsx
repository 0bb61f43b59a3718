import { logout, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { Activity, KeyRound, LogOut, Settings, SlidersHorizontal, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../lib/client.ts';
import { becomeUser } from '../lib/session.ts';
import { MenuOnDemand } from '../ui/menu-on-demand.tsx';
import { toast } from '../ui/toast.tsx';

const KeepStudio = lazy(async () => {
  const { KeepStudio } = await import('../features/auth/KeepStudio.tsx');
  return { default: KeepStudio };
});

/** The gear menu: the account pages and sign-out. A guest can create an account here and keep the studio. */
export const AccountMenu = ({ user }: { readonly user: CurrentUser }) => {
  const navigate = useNavigate();
  const [keeping, setKeeping] = useState(false);
  const signOut = useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      becomeUser(null);
      void navigate('/');
    },
    onError: ({ message }) => toast({ title: 'Logout failed', description: message, tone: 'destructive' }),
  });
  const go = (path: string) => () => void navigate(path);
  return (
    <>
      <MenuOnDemand
        label="Account Settings"
        button={<Settings aria-hidden className="size-5" strokeWidth={1.75} />}
        heading={user.firstName || 'Account'}
        entries={[
          ...(user.isGuest ? [{ label: 'Create Account', icon: UserPlus, onSelect: () => setKeeping(true) }] : []),
          { label: 'Change Password', icon: KeyRound, onSelect: go('/change-password') },
          { label: 'API Monitor', icon: Activity, onSelect: go('/api-monitor') },
          { label: 'Settings', icon: SlidersHorizontal, onSelect: go('/settings') },
          { label: 'Sign Out', icon: LogOut, disabled: signOut.isPending, onSelect: () => signOut.mutate() },
        ]}
      />
      {keeping && (
        <Suspense fallback={null}>
          <KeepStudio onClose={() => setKeeping(false)} />
        </Suspense>
      )}
    </>
  );
};
