import { datesOfWeek, dayOfWeekOf, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Skeleton, WhileLoading } from '../../ui/lists/panels.tsx';
import { dayOfMonth } from './date-text.ts';
import { weekFrame } from './WeekGrid.tsx';

// The blocks of a made-up week: top and height in pixels.
const blocks = [
  [
    [56, 52],
    [126, 34],
    [198, 70],
  ],
  [
    [84, 52],
    [160, 52],
    [240, 34],
  ],
  [
    [130, 70],
    [220, 52],
  ],
] as const;

export const WeekSkeleton = ({ monday }: { readonly monday: IsoDate }) => (
  <WhileLoading label="Loading the week">
    <div className={weekFrame}>
      <span className="max-wide:hidden" />
      {datesOfWeek(monday).map((date, i) => (
        <div
          key={date}
          className="relative h-[550px] overflow-clip rounded-day border border-line bg-card max-wide:h-[52px]"
        >
          <div className="flex h-[46px] items-center gap-1.5 border-b border-line pl-2.5 text-ink-3 max-wide:h-[52px] max-wide:pl-3.5">
            <span className="font-strong">{shortDayName(dayOfWeekOf(date))}</span>
            <span className="tabular-nums">{dayOfMonth(date)}</span>
            {i < 6 && <Skeleton className="mr-3.5 ml-auto h-3 w-40 wide:hidden" />}
          </div>
          {(i === 6 ? [] : (blocks[i % 3] ?? [])).map(([top, height]) => (
            <div key={top} className="absolute right-1.5 left-2.5 max-wide:hidden" style={{ top: top + 46, height }}>
              <Skeleton className="h-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  </WhileLoading>
);
