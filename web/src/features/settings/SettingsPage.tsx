import { useQuery } from '@tanstack/react-query';
import { preferencesQuery, teachersQuery } from '../../calendar/queries.ts';
import { late } from '../../lib/page/lazy.tsx';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { settingsQuery } from '../../api/settings.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Card } from '../../ui/lists/panels.tsx';
import { Backups } from './components/Backups.tsx';
import { CalendarPreferences } from './components/CalendarPreferences.tsx';
import { DataIntegrity } from './components/DataIntegrity.tsx';
import { Planning } from './components/Planning.tsx';
import { StudioProfile } from './components/StudioProfile.tsx';
import { UnsavedGuard } from './components/Unsaved.tsx';
import { backupsQuery, integrityQuery, readModelsQuery, sessionsQuery } from './queries.ts';

// Below what fits on a screen.
const AccountSections = late(() => import('./components/AccountSections.tsx'));

/** Other screens change what is listed and checked here, so every visit asks again. */
export const prefetch = async (): Promise<void> => {
  void queryClient.prefetchQuery({ ...readModelsQuery, staleTime: 0 });
  void queryClient.prefetchQuery({ ...sessionsQuery, staleTime: 0 });
  await Promise.all([
    queryClient.prefetchQuery(teachersQuery),
    queryClient.prefetchQuery(preferencesQuery),
    queryClient.prefetchQuery({ ...settingsQuery, staleTime: 0 }),
    queryClient.prefetchQuery({ ...backupsQuery, staleTime: 0 }),
    queryClient.prefetchQuery({ ...integrityQuery, staleTime: 0 }),
  ]);
};

const SettingsPage = () => {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <UnsavedGuard>
      <title>Settings - Rondo</title>
      <PageHead title="Settings" />
      <Card className="px-6 max-desk:px-4">
        <CalendarPreferences />
        <Planning />
        <StudioProfile />
        <Backups />
        <DataIntegrity />
        {user && <AccountSections user={user} />}
      </Card>
    </UnsavedGuard>
  );
};

export default SettingsPage;
