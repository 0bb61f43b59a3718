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

/** What a studio needs before it can plan, and where to enter it. */
export const firstNeeds = {
  teacher: { need: 'First, add who teaches and when.', label: 'Add Teacher', to: '/teachers' },
  students: {
    need: 'Next, add your students: where they live and when they are free.',
    label: 'Add Student',
    to: '/students',
  },
} as const;
