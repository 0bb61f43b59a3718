import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { afterDrawn } from '../../../lib/drawn.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { FormOutline } from './FormOutline.tsx';

// Forms need much code, and nobody types at once.
const PlanningForm = lazy(() => afterDrawn(() => import('./PlanningForm.tsx')));

const Waiting = () => <FormOutline label="Loading the settings" fields={3} className="h-43 max-desk:h-111" />;

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
