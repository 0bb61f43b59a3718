import { useQuery } from '@tanstack/react-query';
import { late } from '../../../lib/page/lazy.tsx';
import { settingsQuery } from '../../../api/settings.ts';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { sectionWords } from '../section-words.ts';
import { PlanningOutline } from './FormOutlines.tsx';

// Forms need much code, and nobody types at once.
const PlanningForm = late(
  () => import('./PlanningForm.tsx'),
  ({ settings }) => <PlanningOutline zone={settings.timeZone} />,
);

/** The studio's clock, and how its weeks are planned. */
export const Planning = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section {...sectionWords.planning}>
      <QueryState query={settings} failed="The settings did not load." waiting={<PlanningOutline />}>
        {(loaded) => <PlanningForm settings={loaded} />}
      </QueryState>
    </Section>
  );
};
