import { History } from 'lucide-react';
import { Link } from 'react-router-dom';
import { agoText, momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { cn } from '../../../ui/cn.ts';

const onInk =
  'inline-flex h-9 items-center justify-center rounded-control border px-3.5 font-control whitespace-nowrap focus-visible:outline-paper max-desk:h-11 max-desk:flex-1';

/** Says unmistakably that this is not the present: an ink bar that stays on top, and an ink frame around the page. */
export const MomentBanner = ({ asOf, onRestore }: { readonly asOf: string; readonly onRestore: () => void }) => {
  const place = usePlace();
  return (
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
        <h1 className="text-title font-title max-desk:w-full">As it stood on {momentText(asOf, place)}</h1>
        <p className="grow text-[color-mix(in_oklab,var(--color-paper)_76%,var(--color-ink))] max-desk:w-full">
          {agoText(asOf, place)}, read-only
        </p>
        <button
          type="button"
          onClick={onRestore}
          className={cn(onInk, 'border-[color-mix(in_oklab,var(--color-paper)_36%,transparent)] hover:border-paper')}
        >
          Restore this
        </button>
        <Link to="/schedule" className={cn(onInk, 'border-transparent bg-paper text-ink hover:opacity-90')}>
          Back to now
        </Link>
      </section>
    </>
  );
};
