import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../../ui/cn.ts';
import { tabs, useActiveTab } from './tabs.ts';

type Place = { readonly left: number; readonly width: number };

/** The position of the underline, under the text of the active tab. Follows font and window size changes. */
const useUnderline = (active: string | null) => {
  const nav = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const list = nav.current;
    if (!list) return;
    const measure = (): void => {
      const link = list.querySelector<HTMLElement>(`[href='${active}'] > span`);
      setPlace(link && { left: link.offsetLeft, width: link.offsetWidth });
    };
    // It is called at once, after the layout: measuring before that would make the browser lay out the page twice.
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => observer.disconnect();
  }, [active]);
  return { nav, place };
};

/** The four tabs, with an underline that moves to the active one. */
export const TopTabs = () => {
  const active = useActiveTab();
  const { nav, place } = useUnderline(active);
  return (
    <nav ref={nav} aria-label="Main" className="relative flex h-14 max-desk:hidden">
      {tabs.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          aria-current={active === path ? 'page' : undefined}
          // Reserves the width of the bold text, so that nothing shifts when the weight changes.
          data-label={label}
          className={cn(
            'grid place-items-center px-4 max-[800px]:px-2 transition-colors duration-140 ease-rondo after:invisible after:[grid-area:1/1] after:font-strong after:content-[attr(data-label)]',
            active === path ? 'font-strong text-ink' : 'font-medium text-ink-2 hover:text-ink',
          )}
        >
          <span className="[grid-area:1/1]">{label}</span>
        </Link>
      ))}
      <span
        aria-hidden
        className={cn(
          'absolute -bottom-px left-0 h-0.5 w-px origin-left rounded-t-[2px] bg-accent transition duration-140 ease-rondo motion-reduce:transition-none',
          place === null && 'opacity-0',
        )}
        style={place ? { transform: `translateX(${place.left}px) scaleX(${place.width})` } : undefined}
      />
    </nav>
  );
};
