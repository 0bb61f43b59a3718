import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { DriveLine } from '../../../ui/figures/drive-line.tsx';
import { NoteHead, Stem } from '../../../ui/figures/note.tsx';
import { HourLine, onStave, span } from '../../../ui/figures/stave.tsx';
import { hourLabel } from '../../../calendar/days/axis.ts';

const lessons = [
  { title: 'First lesson', start: 840, end: 885, drive: 12 },
  { title: 'Second lesson', start: 905, end: 950, drive: 9 },
  { title: 'Third lesson', start: 970, end: 1030, drive: 14 },
] as const;

/** An illustration of the first three lessons. */
export const EmptyStave = () => (
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
