import { logout, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { becomeUser } from '../../lib/session.ts';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const SchedulePage = ({ user }: { user: CurrentUser }) => {
  const signOut = useMutation({ mutationFn: () => call(logout, {}), onSuccess: () => becomeUser(null) });
  return (
    <main className="p-6">
      <p>Welcome, {user.firstName ?? user.email}</p>
      <button type="button" onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        Sign Out
      </button>
      <h1 className="text-title">This Week</h1>
      <ul className="grid grid-cols-7 gap-2">
        {days.map((day) => (
          <li key={day} className="rounded-day border border-line bg-card p-3">
            <h2>{day}</h2>
            <p className="text-ink-3">No lessons</p>
          </li>
        ))}
      </ul>
    </main>
  );
};
