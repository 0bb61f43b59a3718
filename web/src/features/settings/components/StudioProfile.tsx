import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { afterDrawn } from '../../../lib/drawn.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { sectionWords } from '../section-words.ts';
import { ProfileOutline } from './FormOutlines.tsx';

// Forms need much code, and nobody types at once.
const ProfileForm = lazy(() => afterDrawn(() => import('./ProfileForm.tsx')));

/** Who bills families, and how they pay. */
export const StudioProfile = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section {...sectionWords.profile}>
      <QueryState query={settings} failed="The studio profile did not load." waiting={<ProfileOutline />}>
        {(loaded) => (
          <Suspense fallback={<ProfileOutline />}>
            <ProfileForm settings={loaded} />
          </Suspense>
        )}
      </QueryState>
    </Section>
  );
};
