import { useEffect, useState } from 'react';
import { tips, tipTime } from './tips.ts';

/** While the week is being solved. */
export const Progress = ({ teacher, students }: { readonly teacher: string; readonly students: number }) => {
  const [tip, setTip] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTip((shown) => (shown + 1) % tips.length), tipTime);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="grid h-full min-h-72 place-items-center p-6">
      <div className="grid w-full max-w-md gap-4">
        <div aria-live="polite">
          <h3 className="text-title font-title">Generating the schedule</h3>
          <p className="mt-1 text-ink-2">
            {students} {students === 1 ? 'student' : 'students'} of {teacher}
          </p>
        </div>
        <div aria-hidden className="h-1 animate-pulse rounded-full bg-accent motion-reduce:animate-none" />
        <p aria-live="off" className="min-h-12 text-lead text-ink-2">
          {tips[tip]}
        </p>
      </div>
    </div>
  );
};
