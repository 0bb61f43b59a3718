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
import { UnsavedGuard } from './components/Unsaved.tsx';
import { backupsQuery, integrityQuery, readModelsQuery, sessionsQuery } from './queries.ts';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { Section } from '../../ui/lists/section.tsx';
import { sectionWords } from './section-words.ts';
import {
  PlanningOutline,
  PolicyOutline,
  ProfileOutline,
  TermsOutline,
  TimeOffOutline,
} from './components/FormOutlines.tsx';

// Forms need much code, and nobody types at once.
const ProfileForm = late(
  () => import('./components/ProfileForm.tsx'),
  () => <ProfileOutline />,
);

/** Who bills families, and how they pay. */
const StudioProfile = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section {...sectionWords.profile}>
      <QueryState query={settings} failed="The studio profile did not load." waiting={<ProfileOutline />}>
        {(loaded) => <ProfileForm settings={loaded} />}
      </QueryState>
    </Section>
  );
};

// Forms need much code, and nobody types at once.
const PlanningForm = late(
  () => import('./components/PlanningForm.tsx'),
  ({ settings }) => <PlanningOutline zone={settings.timeZone} />,
);

/** The studio's clock, and how its weeks are planned. */
const Planning = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section {...sectionWords.planning}>
      <QueryState query={settings} failed="The settings did not load." waiting={<PlanningOutline />}>
        {(loaded) => <PlanningForm settings={loaded} />}
      </QueryState>
    </Section>
  );
};

const TimeOff = late(
  () => import('./time-off/TimeOff.tsx'),
  () => <TimeOffOutline />,
);

const Terms = late(
  () => import('./time-off/Terms.tsx'),
  () => <TermsOutline />,
);

const Policy = late(
  () => import('./policy/Policy.tsx'),
  () => <PolicyOutline />,
);

const QuestionForm = late(
  () => import('./question-form/QuestionForm.tsx'),
  () => <PolicyOutline />,
);

// Below what fits on a screen.
const DataIntegrity = late(() => import('./components/DataIntegrity.tsx'));
const AccountSections = late(() => import('./account/AccountSections.tsx'));

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
        <Section {...sectionWords.timeOff}>
          <TimeOff />
        </Section>
        <Section {...sectionWords.terms}>
          <Terms />
        </Section>
        <Section {...sectionWords.policy}>
          <Policy />
        </Section>
        <QuestionForm />
        <Backups />
        <DataIntegrity />
        {user && <AccountSections user={user} />}
      </Card>
    </UnsavedGuard>
  );
};

export default SettingsPage;
