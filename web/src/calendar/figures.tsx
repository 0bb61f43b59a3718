import { Figure } from '../ui/figures/figure.tsx';
import type { Home } from './days/legs.ts';
import { cn } from '../ui/cn.ts';

/** Splits a duration into the parts of a figure: 4 h 33, 4 h, 47 min. */
export const durationParts = (minutes: number): { number: string; unit?: string }[] => {
  const rest = minutes % 60;
  if (minutes < 60) return [{ number: `${minutes}`, unit: 'min' }];
  const hours = { number: `${Math.floor(minutes / 60)}`, unit: 'h' };
  return rest === 0 ? [hours] : [hours, { number: String(rest).padStart(2, '0') }];
};

export const LessonsFigure = ({ lessons, muted = false }: { readonly lessons: number; readonly muted?: boolean }) => (
  <Figure parts={[{ number: `${lessons}` }]} word={lessons === 1 ? 'lesson' : 'lessons'} muted={muted} />
);

export const DrivingFigure = (props: {
  /** Null while the drives are not known. */
  readonly minutes: number | null;
  /** Absent if it is not known: then the drive is counted from stop to stop. */
  readonly home: Home | null | undefined;
  /** Some drives are not as exact as the maps service's. */
  readonly about: boolean;
  readonly muted?: boolean;
  readonly className?: string;
}) => {
  const { minutes, home, about, muted = false, className } = props;
  return (
    <div className={cn('flex items-baseline gap-x-2 max-[379px]:flex-wrap', className)}>
      {about && <span className="text-ink-2">about</span>}{' '}
      <Figure
        parts={minutes === null ? [{ number: '–' }] : durationParts(minutes)}
        word={
          home ? (
            <>
              driving
              {/* Where the head of the week would need a second line for it, it is left out. */}
              <span className="in-data-head:wide:max-[1600px]:hidden">, home to home</span>
            </>
          ) : (
            'driving'
          )
        }
        muted={muted}
      />
    </div>
  );
};
