import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sampleStudioQuery, useRemoveSampleStudio } from './sample-studio.ts';

// Loaded lazily: the dialog's code is larger than the rest of the footer and is seldom needed.
const RemoveSampleQuestion = lazy(async () => ({
  default: (await import('./RemoveSampleQuestion.tsx')).RemoveSampleQuestion,
}));

/** In the footer of a list while the sample studio is loaded: says what it is, and offers to remove it. */
export default function SampleFooter() {
  const { data: sample } = useQuery(sampleStudioQuery);
  const [asking, setAsking] = useState(false);
  const remove = useRemoveSampleStudio();
  if (sample?.loaded !== true) return null;
  return (
    <div className="mt-4 text-center text-small text-ink-3">
      This is the sample studio.{' '}
      <button
        type="button"
        className="font-control text-accent hover:underline max-desk:min-h-11 max-desk:px-1"
        onClick={() => setAsking(true)}
      >
        Remove it
      </button>
      {asking && (
        <Suspense>
          <RemoveSampleQuestion
            sample={sample}
            loading={remove.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
          />
        </Suspense>
      )}
    </div>
  );
}
