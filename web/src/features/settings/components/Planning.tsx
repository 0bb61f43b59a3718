import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { afterDrawn } from '../../../lib/drawn.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { planningHints } from '../planning-hints.ts';
import { FormOutline } from './FormOutline.tsx';

// Forms need much code, and nobody types at once.
const PlanningForm = lazy(() => afterDrawn(() => import('./PlanningForm.tsx')));

const Waiting = ({ zone }: { readonly zone?: string }) => {
  const [at] = useState(() => Date.now());
  return (
    <FormOutline
      label="Loading the settings"
      fields={[
        { label: 'Time zone', ...(zone === undefined ? {} : { hint: planningHints.timeZone(zone, at) }) },
        { label: 'Start times', hint: planningHints.startGrid },
        { label: 'Planning time', hint: planningHints.optimizerSeconds },
      ]}
      className="grid h-43 grid-cols-3 content-start items-start gap-4 max-desk:h-111 max-desk:grid-cols-1"
    />
  );
};

/** The studio's clock, and how its weeks are planned. */
export const Planning = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section
      title="Time and planning"
      about="For the whole studio. Lessons keep their times in another time zone: one at 4:00 PM stays at 4:00 PM."
    >
      <QueryState query={settings} failed="The settings did not load." waiting={<Waiting />}>
        {(loaded) => (
          <Suspense fallback={<Waiting zone={loaded.timeZone} />}>
            <PlanningForm settings={loaded} />
          </Suspense>
        )}
      </QueryState>
    </Section>
  );
};
