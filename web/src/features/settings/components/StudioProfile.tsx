import { useQuery } from '@tanstack/react-query';
import { late } from '../../../lib/page/lazy.tsx';
import { settingsQuery } from '../../../api/settings.ts';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { sectionWords } from '../section-words.ts';
import { ProfileOutline } from './FormOutlines.tsx';

// Forms need much code, and nobody types at once.
const ProfileForm = late(
  () => import('./ProfileForm.tsx'),
  () => <ProfileOutline />,
);

/** Who bills families, and how they pay. */
export const StudioProfile = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section {...sectionWords.profile}>
      <QueryState query={settings} failed="The studio profile did not load." waiting={<ProfileOutline />}>
        {(loaded) => <ProfileForm settings={loaded} />}
      </QueryState>
    </Section>
  );
};
