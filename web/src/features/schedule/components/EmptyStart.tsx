import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClasses } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Card } from '../../../ui/lists/panels.tsx';
import { firstNeeds, SampleOffer } from '../../../calendar/first-steps/SampleOffer.tsx';
import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { DriveLine } from '../../../ui/figures/drive-line.tsx';
import { NoteHead, Stem } from '../../../ui/figures/note.tsx';
import { HourLine, onStave, span } from '../../../ui/figures/stave.tsx';
import { hourLabel } from '../../../calendar/days/stave.ts';

const lessons = [
  { title: 'First lesson', start: 840, end: 885, drive: 12 },
  { title: 'Second lesson', start: 905, end: 950, drive: 9 },
  { title: 'Third lesson', start: 970, end: 1030, drive: 14 },
] as const;

const EmptyStave = () => (
  <div aria-hidden className="relative overflow-hidden border-l border-line bg-paper pr-7 pl-16 max-wide:hidden">
    <div className="relative h-full [--card:transparent] [--from:812] [--label-left:21px] [--lane:14px] [--ppm:1.3px]">
      {[840, 900, 960, 1020].map((minute) => (
        <HourLine key={minute} minute={minute} label={hourLabel(minute)} className="-right-4 -left-1" />
      ))}
      <ol className="[--color-card:var(--color-paper)]">
        {lessons.map(({ title, start, drive }, i) => {
          const before = lessons[i - 1];
          return (
            <DriveLine
              key={title}
              role={before ? 'between' : 'out'}
              start={before?.end ?? start - drive}
              end={start}
              minutes={drive}
              short={0}
              label={`${drive} min`}
              spoken=""
            />
          );
        })}
        {lessons.map(({ title, start, end }) => (
          <li
            key={title}
            className={`${onStave} right-0 left-(--lane)`}
            style={{ ...span(start, end), '--stem': 'var(--color-ink-3)' }}
          >
            <div className="absolute inset-x-0 inset-y-px rounded-control border border-l-0 border-dashed border-control pt-1.5 pl-6 text-ink-3 [--head-h:12px] [--head-w:17px] [--head:15px]">
              <Stem look="optimized" className="top-(--head)" />
              <NoteHead look="optimized" />
              <p className="font-strong">{title}</p>
              <p className="tabular-nums">{formatTimeRange(start, end)}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  </div>
);

export type StartStep = keyof typeof firstNeeds;

const steps = [
  { key: 'teacher', word: 'Add a teacher' },
  { key: 'students', word: 'Add students' },
  { key: 'generate', word: 'Generate the week' },
] as const;

const Steps = ({ current }: { readonly current: StartStep }) => (
  <ol className="mt-6 flex flex-wrap gap-x-7 gap-y-2 text-ink-3 max-desk:flex-col">
    {steps.map(({ key, word }, i) => (
      <li
        key={key}
        aria-current={key === current ? 'step' : undefined}
        className={cn('flex items-center gap-2', key === current && 'font-control text-ink')}
      >
        <span
          className={cn(
            'grid size-5 place-items-center rounded-full border text-small font-strong tabular-nums',
            key === current ? 'border-transparent bg-accent-fill text-on-accent' : 'border-line',
          )}
        >
          {i + 1}
        </span>
        {word}
      </li>
    ))}
  </ol>
);

/** Explains the screen, offers the next step, and a sample studio to try it with. */
export default function EmptyStart({ step }: { readonly step: StartStep }) {
  const { need, label, to } = firstNeeds[step];
  return (
    <Card className="mb-4 grid overflow-hidden wide:grid-cols-[minmax(0,1fr)_380px]">
      <div className="px-10 py-9 max-desk:px-5 max-desk:py-6">
        <h2 className="text-title font-title">Your week will appear here</h2>
        <p className="mt-1.5 max-w-[56ch] text-lead font-normal text-pretty text-ink-2">
          You will see every lesson of the week, the drives between them, and a warning when there is too little time to
          drive. {need}
        </p>
        <Steps current={step} />
        <div className="mt-6 flex flex-wrap items-center gap-3 max-desk:*:w-full">
          <Link to={to} className={buttonClasses('primary')}>
            <Plus aria-hidden className="size-4" strokeWidth={1.75} />
            {label}
          </Link>
          <SampleOffer />
        </div>
      </div>
      <EmptyStave />
    </Card>
  );
}
