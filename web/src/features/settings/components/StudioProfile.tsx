import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { afterDrawn } from '../../../lib/drawn.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { FormOutline } from './FormOutline.tsx';

// Forms need much code, and nobody types at once.
const ProfileForm = lazy(() => afterDrawn(() => import('./ProfileForm.tsx')));

const Waiting = () => (
  <FormOutline
    label="Loading the studio profile"
    fields={['Studio name', 'Address', 'Phone', 'Email', 'Currency', 'Payment terms'].map((label) => ({ label }))}
    className="grid h-[306px] grid-cols-2 content-start gap-4 max-desk:h-[714px] max-desk:grid-cols-1"
  />
);

/** Who bills families, and how they pay. */
export const StudioProfile = () => {
  const settings = useQuery(settingsQuery);
  return (
    <Section title="Studio profile" about="It is printed on invoices and named in emails to families.">
      <QueryState query={settings} failed="The studio profile did not load." waiting={<Waiting />}>
        {(loaded) => (
          <Suspense fallback={<Waiting />}>
            <ProfileForm settings={loaded} />
          </Suspense>
        )}
      </QueryState>
    </Section>
  );
};
