import { useQuery } from '@tanstack/react-query';
import { AuthPage } from '../features/auth/AuthPage.tsx';
import { SchedulePage } from '../features/schedule/SchedulePage.tsx';
import { currentUserQuery } from '../lib/session.ts';

export const App = () => {
  const { data: user, isPending } = useQuery(currentUserQuery);
  if (isPending) return <p className="p-6">Loading...</p>;
  return user ? <SchedulePage user={user} /> : <AuthPage />;
};
