import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { afterDrawn } from '../../../lib/drawn.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { Skeleton, WhileLoading } from '../../../ui/panels.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { Section } from '../../../ui/section.tsx';

// Forms need much code, and nobody types at once.
const PlanningForm = lazy(() => afterDrawn(() => import('./PlanningForm.tsx')));

const Waiting = () => (
  <WhileLoading label="Loading the settings">
    <Skeleton className="h-40 max-desk:h-96" />
  </WhileLoading>
);

/** The studio's clock, and how its weeks are planned. */
export const Planning = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section title="Time and planning" about="For the whole studio.">
      <QueryState query={settings} failed="The settings did not load." waiting={<Waiting />}>
        {(loaded) => (
          <Suspense fallback={<Waiting />}>
            <PlanningForm settings={loaded} />
          </Suspense>
        )}
      </QueryState>
    </Section>
  );
};
