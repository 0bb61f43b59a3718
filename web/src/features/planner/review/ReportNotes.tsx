import type { Report } from '@rondo/contracts/api/planner.ts';
import { CalendarClock, CloudOff, House, MapPinOff, TriangleAlert, UserRound, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';

type Note = { readonly icon: LucideIcon; readonly bad?: boolean; readonly text: string };

const shownClashes = 3;

const notesOf = (report: Report): Note[] => [
  ...report.conflicts.map((text) => ({ icon: TriangleAlert, bad: true, text })),
  ...report.elsewhere.map(({ studentName, teacherName }) => ({
    icon: UserRound,
    text: `${studentName} has a lesson with ${teacherName}, which ends when you accept.`,
  })),
  ...(report.unlocated.length > 0
    ? [
        {
          icon: MapPinOff,
          text: `The address of ${report.unlocated.join(', ')} could not be located: each drive there counts as 15 minutes.`,
        },
      ]
    : []),
  ...(report.driveNotice === null ? [] : [{ icon: CloudOff, text: report.driveNotice }]),
  ...(report.homeKnown
    ? []
    : [
        {
          icon: House,
          text: `There is no home address for ${report.teacherName}: drives to and from home are not counted.`,
        },
      ]),
];

/** What affects the plan, before its sections. */
export const ReportNotes = ({ report }: { readonly report: Report }) => {
  const [all, setAll] = useState(false);
  const clashes = report.clashes.map(({ detail }) => ({ icon: CalendarClock, text: detail }));
  const notes: Note[] = [...notesOf(report), ...(all ? clashes : clashes.slice(0, shownClashes))];
  if (notes.length === 0) return null;
  return (
    <div className="border-b border-line py-4">
      <ul aria-label="Things to check" className="grid gap-1.5">
        {notes.map(({ icon: Icon, bad = false, text }) => (
          <li key={text} className="flex gap-2.5">
            <Icon
              aria-hidden
              className={cn('mt-0.5 size-4 shrink-0', bad ? 'text-bad' : 'text-ink-3')}
              strokeWidth={1.75}
            />
            <span className="text-ink-2">{text}</span>
          </li>
        ))}
      </ul>
      {!all && clashes.length > shownClashes && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {clashes.length} overlaps
        </Button>
      )}
    </div>
  );
};
