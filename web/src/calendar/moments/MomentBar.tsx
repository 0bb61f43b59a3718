import { isIsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../../ui/cn.ts';
import { MomentSlider } from './MomentSlider.tsx';
import { agoText, isInstant, momentText, usePlace, type StudioTime } from './moment-text.ts';

const onInk =
  'inline-flex h-9 items-center justify-center rounded-control border px-3.5 font-control whitespace-nowrap focus-visible:outline-paper max-desk:h-11 max-desk:flex-1';
const outlined = 'border-[color-mix(in_oklab,var(--color-paper)_36%,transparent)] hover:border-paper';

/** "2026-11-12T14:05" on the studio's clock. */
const localTimeOf = (instant: string, { timeZone }: StudioTime): string => {
  const { date, minute } = wallClock(Date.parse(instant), timeZone);
  return `${date}T${toTimeText(minute)}`;
};

/** The end of that minute on the studio's clock, or now if that is earlier; null for text that is no time. */
const instantOfLocal = (text: string, { timeZone }: StudioTime): string | null => {
  const [date = '', time = ''] = text.split('T');
  if (!isIsoDate(date) || !isTimeText(time)) return null;
  const chosen = startOf(date, toMinutes(time), timeZone) + 59_999;
  return new Date(Math.min(chosen, Date.now())).toISOString();
};

/** Says unmistakably that this is not the present: an ink bar that stays on top, and an ink frame around the page. */
const Ink = (props: { readonly title: string; readonly text: string; readonly children: ReactNode }) => (
  <>
    <i
      aria-hidden
      className="pointer-events-none fixed inset-0 z-20 border-x-4 border-b-4 border-ink max-desk:border-x-[3px] max-desk:border-b-0 print:hidden"
    />
    <section
      aria-label="Looking at another moment"
      className="sticky top-0 z-20 -mx-6 -mt-5 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 bg-ink px-7 py-2.5 text-paper max-desk:-mx-4 max-desk:-mt-3 max-desk:mb-3 max-desk:px-4 max-desk:pb-3"
    >
      <History aria-hidden className="size-5 shrink-0 max-desk:hidden" strokeWidth={1.75} />
      <h1 className="text-title font-title max-desk:w-full">{props.title}</h1>
      <p className="grow text-[color-mix(in_oklab,var(--color-paper)_76%,var(--color-ink))] max-desk:w-full">
        {props.text}
      </p>
      {props.children}
    </section>
  </>
);

const BackToNow = () => (
  <Link to="/schedule" className={cn(onInk, 'border-transparent bg-paper text-ink hover:opacity-90')}>
    Back to now
  </Link>
);

/** Which moment is shown, the ways to another one and to now, and its restore. */
export const MomentBar = (props: {
  readonly asOf: string;
  readonly onMoment: (asOf: string) => void;
  readonly onRestore: () => void;
}) => {
  const { asOf, onMoment, onRestore } = props;
  const place = usePlace();
  return (
    <Ink title={`As it stood on ${momentText(asOf, place)}`} text={`${agoText(asOf, place)}, read-only`}>
      <label className={cn(onInk, outlined, 'gap-2 max-desk:w-full max-desk:flex-none')}>
        <span className="sr-only">Date and time</span>
        <input
          key={asOf}
          type="datetime-local"
          title="Date and time"
          defaultValue={localTimeOf(asOf, place)}
          onChange={({ target }) => {
            const chosen = instantOfLocal(target.value, place);
            if (chosen !== null) onMoment(chosen);
          }}
          className="bg-transparent scheme-dark focus-visible:outline-paper dark:scheme-light"
        />
      </label>
      <button type="button" onClick={onRestore} className={cn(onInk, outlined)}>
        Restore this…
      </button>
      <BackToNow />
      <MomentSlider asOf={asOf} place={place} onMoment={onMoment} />
    </Ink>
  );
};

/** In place of the bar, for an address that names no moment of the past. */
export const UnknownMomentBar = ({ asOf }: { readonly asOf: string }) => (
  <Ink
    title="This moment is not known"
    text={isInstant(asOf) ? 'It is still to come.' : 'The address names no date and time.'}
  >
    <Link to="/history" className={cn(onInk, outlined)}>
      Go to the history
    </Link>
    <BackToNow />
  </Ink>
);
