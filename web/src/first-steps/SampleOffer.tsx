import { Button } from '../ui/button.tsx';
import { useLoadSampleStudio } from './sample-studio.ts';

/** Offers the sample studio on empty screens. */
export const SampleOffer = () => {
  const load = useLoadSampleStudio();
  return (
    <>
      <Button loading={load.isPending} onClick={() => load.mutate()}>
        Load a sample studio
      </Button>
      <span className="text-ink-2">Made-up teachers and students in Austin. One click removes it.</span>
    </>
  );
};
