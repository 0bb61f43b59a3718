import { Check } from 'lucide-react';
import { Figure } from '../../../ui/figures/figure.tsx';
import { FocusedHeading } from '../../../ui/focused-heading.tsx';
import { durationParts } from '../../../calendar/figures.tsx';
import type { Run } from '../commands.ts';

export const Complete = ({ run }: { readonly run: Run }) => {
  const [report] = run.reports;
  if (!report) return null;
  const { totalStudents, totalStudentsScheduled, totalDriveTime } = report.optimizationStats;
  return (
    <div className="grid h-full min-h-72 place-items-center p-6">
      <div className="grid gap-5">
        <FocusedHeading className="flex items-center gap-2">
          <Check aria-hidden className="size-5 text-ok" strokeWidth={2} />
          Schedule Complete!
        </FocusedHeading>
        <div className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure
            parts={[{ number: `${totalStudentsScheduled}`, unit: `of ${totalStudents}` }]}
            word="students placed"
          />
          <Figure parts={durationParts(totalDriveTime)} word="driving a week" />
        </div>
        <p className="text-ink-2">
          The plan is shown as pending in the calendar. Families keep their current times until you accept it.
        </p>
      </div>
    </div>
  );
};
