import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { DrivingFigure, LessonsFigure } from '../figures.tsx';
import type { DayCounts } from '../days/day.ts';
import type { Home } from '../days/legs.ts';
import { useNarrow, usePhone } from '../../ui/media.ts';

type Neighbor = { readonly name: string; readonly go: () => void };

type DayDialogProps = {
  /** The date, or the name of a weekday. */
  readonly title: string;
  readonly teacher: string;
  /** Null while they are not known. */
  readonly counts: DayCounts | null;
  /** Null if it is not known: then the drive is counted from stop to stop. */
  readonly home: Home | null;
  readonly previous: Neighbor | null;
  readonly next: Neighbor | null;
  readonly onClose: () => void;
  /** What needs attention; first on phones. */
  readonly troubles?: ReactNode;
  /** Above all of it, also when the rest scrolls. */
  readonly bar?: ReactNode;
  readonly list: ReactNode;
  readonly map: ReactNode;
  readonly notes?: ReactNode;
  /** Actions for this day: in the header, on phones below the list. */
  readonly actions?: ReactNode;
  readonly over?: ReactNode;
  /** On phones: what nobody should have to look for. */
  readonly atHand?: ReactNode;
};

const Counts = (props: DayCounts & { readonly home: Home | null }) => {
  const { lessons, driving, home } = props;
  return (
    <div className="flex flex-wrap items-baseline gap-x-8 max-desk:gap-x-6">
      <LessonsFigure lessons={lessons} />
      <DrivingFigure minutes={driving} home={home} about />
    </div>
  );
};

export const DayDialog = (props: DayDialogProps) => {
  const {
    title,
    teacher,
    counts,
    home,
    previous,
    next,
    onClose,
    troubles,
    bar,
    list,
    map,
    notes,
    actions,
    over,
    atHand,
  } = props;
  const phone = usePhone();
  const narrow = useNarrow();
  const neighbors = (
    <>
      <Button icon={ChevronLeft} disabled={!previous} onClick={previous?.go}>
        {previous?.name}
      </Button>
      <Button disabled={!next} onClick={next?.go}>
        {next?.name}
        <ChevronRight aria-hidden className="size-4" strokeWidth={1.75} />
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      subtitle={teacher}
      width="full"
      lead={
        !phone && (
          <div className="flex gap-1.5">
            <IconButton icon={ChevronLeft} label="Previous day" outlined disabled={!previous} onClick={previous?.go} />
            <IconButton icon={ChevronRight} label="Next day" outlined disabled={!next} onClick={next?.go} />
          </div>
        )
      }
      head={
        !phone && (
          <>
            {counts && !narrow && (
              <div className="mr-auto pr-6">
                <Counts {...counts} home={home} />
              </div>
            )}
            {actions}
          </>
        )
      }
      {...(phone ? { footer: neighbors } : {})}
      bodyClassName="relative desk:h-[calc(100dvh-98px)]"
    >
      {bar}
      <div className="flex flex-col gap-6 pt-1 pr-6 pb-6 pl-3 max-desk:gap-4 max-desk:px-4 max-desk:pb-4 wide:grid wide:grid-cols-[minmax(0,1fr)_460px] wide:items-start">
        {narrow && counts && (
          <div className="border-b border-line pt-2 pb-2 desk:ml-3">
            <Counts {...counts} home={home} />
          </div>
        )}
        {phone && atHand}
        <div className="flex flex-col gap-3 empty:hidden wide:hidden desk:pt-3 desk:pl-3">{troubles}</div>
        {/* Without focusable content, a phone's sheet must still scroll from the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section aria-label="Stops" tabIndex={0} className="min-w-0 rounded-control wide:row-span-2">
          {list}
          {phone && Boolean(actions) && <div className="mt-6 flex gap-2 *:flex-1">{actions}</div>}
        </section>
        <div className="flex flex-col gap-3 desk:pl-3 wide:pt-4 wide:pl-0">
          {map}
          <div className="flex flex-col gap-3 empty:hidden max-wide:hidden">{troubles}</div>
          {notes}
        </div>
      </div>
      {over}
    </Dialog>
  );
};
