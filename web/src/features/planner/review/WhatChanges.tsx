import type { Report } from '@rondo/contracts/api/planner.ts';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { slotText } from '../model/plan.ts';

type Changes = NonNullable<Report['lessonChanges']>;
type WeeklyTime = NonNullable<Changes[number]['before']>;

const shownAtFirst = 8;

/** "Thu 5:05 – 5:50 PM", of another teacher's lesson with the name. */
const timeWords = ({ day, startTime, endTime, teacherName }: WeeklyTime): string =>
  `${slotText(day, `${startTime}-${endTime}`)}${teacherName === null ? '' : ` with ${teacherName}`}`;

const ChangeWords = ({ before, after }: Changes[number]) => {
  if (before && after)
    return (
      <>
        <span className="text-ink-2">{timeWords(before)}</span>{' '}
        <ArrowRight aria-label="moves to" className="inline size-4 shrink-0 text-accent" strokeWidth={1.75} />{' '}
        {timeWords(after)}
      </>
    );
  if (after) return <>New: {timeWords(after)}</>;
  return before && <>Ends: {timeWords(before)}</>;
};

/** How many of a kind there are, such as "3 move, 2 are new and 1 ends". */
export const changesSummary = (changes: Changes, unchanged: number): string => {
  const moved = changes.filter(({ before, after }) => before && after).length;
  const added = changes.filter(({ before }) => !before).length;
  const ended = changes.length - moved - added;
  const parts = [
    ...(moved > 0 ? [`${moved} ${moved === 1 ? 'moves' : 'move'}`] : []),
    ...(added > 0 ? [`${added} ${added === 1 ? 'is' : 'are'} new`] : []),
    ...(ended > 0 ? [`${ended} ${ended === 1 ? 'ends' : 'end'}`] : []),
    ...(unchanged > 0
      ? [`${unchanged} ${unchanged === 1 ? 'stays' : 'stay'} as ${unchanged === 1 ? 'it is' : 'they are'}`]
      : []),
  ];
  return parts.length === 0 ? 'No lesson changes.' : `${parts.join(', ')}.`;
};

/** What accepting changes, family by family. */
export const WhatChanges = ({ changes, unchanged }: { readonly changes: Changes; readonly unchanged: number }) => {
  const [all, setAll] = useState(false);
  const visible = all ? changes : changes.slice(0, shownAtFirst);
  if (changes.length === 0)
    return <p className="text-ink-2">Nothing changes: {counted(unchanged, 'lesson')} stay as they are.</p>;
  return (
    <>
      <ul>
        {visible.map((change) => (
          <li
            key={`${change.studentId} ${change.before?.day} ${change.before?.startTime} ${change.after?.day} ${change.after?.startTime}`}
            className="grid grid-cols-[196px_minmax(0,1fr)] gap-x-6 border-b border-line-soft py-1.5 first:pt-0 last:border-b-0 max-desk:grid-cols-1"
          >
            <span className="min-w-0 font-strong break-words">{change.studentName}</span>
            <span className="tabular-nums">
              <ChangeWords {...change} />
            </span>
          </li>
        ))}
      </ul>
      {visible.length < changes.length && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {changes.length}
          <span className="sr-only"> changes</span>
        </Button>
      )}
    </>
  );
};
