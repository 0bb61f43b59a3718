import { Button } from '../../ui/button.tsx';
import { useLoadSampleStudio } from './sample-studio.ts';

export const SampleOffer = () => {
  const load = useLoadSampleStudio();
  return (
    <>
      <Button loading={load.isPending} onClick={() => void load.send()}>
        Load a sample studio
      </Button>
      <span className="text-ink-2">Fictional teachers and students in Austin. You can remove it with one click.</span>
    </>
  );
};
