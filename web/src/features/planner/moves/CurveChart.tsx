import { Radio, RadioGroup } from '@headlessui/react';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { gainOf, isProvenPoint, linesOf, numberOf, proofOf, widestGap, type Point } from './curve.ts';

/** Where the highest and the lowest note stand, and where the stems end, in pixels. */
const top = 57;
const bottom = 178;
const foot = 196;
/** Minutes that the scale has at least, so that a minute looks like a minute. */
const leastRange = 30;
/** Pixels of a column. */
const leastColumn = 44;
const noteClasses = 'h-2.5 w-3.5 -rotate-[18deg] rounded-[50%] bg-accent';
const openClasses = 'border-2 border-accent bg-card';

/** What a screen reader says of a point. */
const nameOf = (point: Point, before: Point | undefined): string => {
  const n = numberOf(point);
  const who = n === 0 ? 'No family' : `At most ${counted(n, 'family')}`;
  const proof = proofOf(point) === null ? 'not proven' : 'proven';
  return `${who}: ${formatDuration(point.driveMinutes)} of driving a week, ${gainOf(point, before).replace('−', 'saves ')}, ${proof}`;
};

type ChartProps = {
  readonly points: readonly Point[];
  readonly chosen: Point | undefined;
  readonly onChoose: (most: number) => void;
};

/** A note for each number of families, as high as its driving; each is the choice of its number. */
export const CurveChart = ({ points, chosen, onChoose }: ChartProps) => {
  const minutes = points.map(({ driveMinutes }) => driveMinutes);
  const [lowest, highest] = [Math.min(...minutes), Math.max(...minutes)];
  const scale = (bottom - top) / Math.max(leastRange, highest - lowest);
  const heightOf = (value: number): number => Math.round(top + (highest - value) * scale);
  const lines = linesOf(Math.max(0, lowest - 15 / scale), highest + 11 / scale);
  return (
    // Twelve points need more room than a phone has.
    <div className="overflow-x-auto">
      <div className="relative h-[254px] max-desk:h-[236px]" style={{ minWidth: `${points.length * leastColumn}px` }}>
        {lines.map((line) => (
          <div
            key={line}
            aria-hidden
            className="absolute right-0 left-11 h-px bg-line-soft max-desk:left-0"
            style={{ top: heightOf(line) }}
          >
            <span className="absolute -top-2 -left-11 text-small whitespace-nowrap text-ink-3 max-desk:hidden">
              {formatDuration(line)}
            </span>
          </div>
        ))}
        <RadioGroup
          aria-label="How many families may move"
          value={chosen ? numberOf(chosen) : null}
          onChange={(most) => {
            if (most !== null) onChoose(most);
          }}
          className="absolute inset-y-0 right-0 left-11 grid auto-cols-fr grid-flow-col max-desk:left-0"
        >
          {points.map((point, i) => {
            const height = heightOf(point.driveMinutes);
            return (
              <Radio
                key={numberOf(point)}
                value={numberOf(point)}
                aria-label={nameOf(point, points[i - 1])}
                className="group relative max-w-36 cursor-pointer rounded-day border border-transparent text-center focus-visible:-outline-offset-2 data-checked:border-accent-line data-checked:bg-accent-tint"
              >
                <span
                  aria-hidden
                  className="absolute left-[calc(50%-6px)] w-0.5 bg-accent"
                  style={{ top: height, height: foot - height }}
                />
                <span
                  aria-hidden
                  className={cn('absolute left-[calc(50%-6px)]', noteClasses, !isProvenPoint(point) && openClasses)}
                  style={{ top: height - 4 }}
                />
                <span
                  className="absolute inset-x-0 text-small font-control whitespace-nowrap text-ink-2 tabular-nums group-data-checked:font-strong group-data-checked:text-ink max-desk:tracking-tight"
                  style={{ top: height - 27 }}
                >
                  {formatDuration(point.driveMinutes)}
                </span>
                <span className="absolute inset-x-0 top-[204px] font-strong">
                  {numberOf(point) === 0 ? 'None' : numberOf(point)}
                </span>
                <span className="absolute inset-x-0 top-[226px] text-small whitespace-nowrap text-ink-3 group-data-checked:text-ink-2 max-desk:hidden">
                  {gainOf(point, points[i - 1])}
                </span>
              </Radio>
            );
          })}
        </RadioGroup>
      </div>
    </div>
  );
};

/** What filled and open notes mean. */
export const ChartLegend = ({ points }: { readonly points: readonly Point[] }) => {
  const gap = widestGap(points);
  const isOpen = points.some((point) => !isProvenPoint(point));
  return (
    <>
      {points.some(isProvenPoint) && (
        <span className="flex items-center gap-2">
          <span aria-hidden className={noteClasses} />
          Proven
        </span>
      )}
      {isOpen && (
        <span className="flex items-center gap-2">
          <span aria-hidden className={cn(noteClasses, openClasses)} />
          {gap === null || gap === 0 ? 'Not proven' : `Could still fall by up to ${formatDuration(gap)}`}
        </span>
      )}
    </>
  );
};
