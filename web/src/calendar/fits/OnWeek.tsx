import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '../../ui/cn.ts';

export type OfferedTime = { readonly date: IsoDate; readonly start: number; readonly end: number };

/** Which row of a list is under the pointer or has the focus. */
export const usePointed = () => {
  const [pointed, setPointed] = useState<number | null>(null);
  const leave = (): void => setPointed(null);
  const rowAt = (index: number) => ({
    onPointerEnter: () => setPointed(index),
    onPointerLeave: leave,
    onFocus: () => setPointed(index),
    onBlur: leave,
  });
  return { pointed, rowAt };
};

/** The rank of an offered time, in its row and on the week. */
export const Rank = ({ index, isPointed }: { readonly index: number; readonly isPointed: boolean }) => (
  <span
    aria-hidden
    className={cn(
      'grid max-[1200px]:hidden size-5 shrink-0 place-items-center rounded-full text-small font-strong tabular-nums',
      isPointed ? 'bg-accent-fill text-on-accent' : 'bg-accent-tint text-accent',
    )}
  >
    {index + 1}
  </span>
);

const Outline = (props: { readonly time: OfferedTime; readonly index: number; readonly isPointed: boolean }) => {
  const { time, index, isPointed } = props;
  const outline = useRef<HTMLDivElement>(null);
  // The best time comes into view with the list, and any other one as soon as it is pointed at.
  useEffect(() => {
    if (isPointed || index === 0) outline.current?.scrollIntoView({ block: 'nearest' });
  }, [isPointed, index]);
  return (
    <div
      ref={outline}
      aria-hidden
      data-offered={isPointed ? 'pointed' : 'free'}
      className={cn(
        // A smaller window has the dialog above the week.
        'on-stave max-[1200px]:hidden pointer-events-none right-1 left-(--lane) scroll-my-20 rounded-block border-2 border-dashed border-accent p-0.5',
        isPointed ? 'z-7 bg-accent-tint' : 'z-6 bg-accent-tint/40',
      )}
      style={{ '--s': time.start, '--e': time.end }}
    >
      <Rank index={index} isPointed={isPointed} />
    </div>
  );
};

/** The times of a list on the week behind its dialog, with their rank; the one that is pointed at is filled. A time on no shown day is not drawn. */
export const OnWeek = (props: { readonly times: readonly OfferedTime[]; readonly pointed: number | null }) =>
  props.times.map((time, index) => {
    const stave = document.querySelector(`[data-stave="${time.date}"]`);
    const key = `${time.date} ${time.start}`;
    return stave && createPortal(<Outline time={time} index={index} isPointed={index === props.pointed} />, stave, key);
  });
