import { useQuery } from '@tanstack/react-query';
import type { AnswerTo } from '../../api/calls.ts';
import { confirm } from '../../ui/overlays/confirm.ts';
import { removeSampleStudio, sampleStudioQuery } from './sample-studio.ts';

const confirmRemoval = ({ students, teachers }: AnswerTo<'GET /api/sample-studio'>): void =>
  confirm({
    title: 'Remove the sample studio?',
    text: (
      <p>
        Its {students} students and {teachers} teachers will be removed, along with their lessons from today on.
        Everything you added yourself is kept.
      </p>
    ),
    action: 'Remove',
    danger: true,
    run: removeSampleStudio,
  });

/** In the footer of a list while the sample studio is loaded: says what it is, and offers to remove it. */
export default function SampleFooter() {
  const { data: sample } = useQuery(sampleStudioQuery);
  if (sample?.loaded !== true) return null;
  return (
    <div className="mt-2 text-center text-small text-ink-3">
      This is the sample studio.{' '}
      <button
        type="button"
        className="font-control text-accent hover:underline max-desk:min-h-11 max-desk:px-1"
        onClick={() => confirmRemoval(sample)}
      >
        Remove it
      </button>
    </div>
  );
}
