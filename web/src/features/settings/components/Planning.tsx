import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { afterDrawn } from '../../../lib/drawn.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { sectionWords } from '../section-words.ts';
import { PlanningOutline } from './FormOutlines.tsx';

// Forms need much code, and nobody types at once.
const PlanningForm = lazy(() => afterDrawn(() => import('./PlanningForm.tsx')));

/** The studio's clock, and how its weeks are planned. */
export const Planning = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section {...sectionWords.planning}>
      <QueryState query={settings} failed="The settings did not load." waiting={<PlanningOutline />}>
        {(loaded) => (
          <Suspense fallback={<PlanningOutline zone={loaded.timeZone} />}>
            <PlanningForm settings={loaded} />
          </Suspense>
        )}
      </QueryState>
    </Section>
  );
};
