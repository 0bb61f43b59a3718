import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { Link, useLocation } from 'react-router-dom';
import { cn } from '../../ui/cn.ts';
import { CalendarDays, GraduationCap, Route, Users, type LucideIcon } from 'lucide-react';

/** The four tabs of the main navigation. */
const mainTabs: readonly { readonly path: string; readonly label: string; readonly icon: LucideIcon }[] = [
  { path: '/schedule', label: 'Schedule', icon: CalendarDays },
  { path: '/planner', label: 'Planner', icon: Route },
  { path: '/students', label: 'Students', icon: Users },
  { path: '/teachers', label: 'Teachers', icon: GraduationCap },
];

/** The tabs of pages that are no part of their path. */
const within: Readonly<Record<string, string>> = {
  '': '/schedule',
  '/changes': '/schedule',
  '/day': '/schedule',
  '/families': '/students',
  '/messages': '/students',
};

/** Where the tabs lead, and which is active. Pages of a past moment have the tabs' names under `/moment`, and lead to each other. */
const useTabs = () => {
  const { pathname, search } = useLocation();
  const page = pathname.replace(/^\/moment(?=\/|$)/, '').replace(/\/$/, '');
  const address = within[page] ?? page;
  const at = pathname.startsWith('/moment') ? new URLSearchParams(search).get('at') : null;
  const pathTo = (path: string): string =>
    at === null || path === '/planner' ? path : `/moment${path.replace('/schedule', '')}?at=${encodeURIComponent(at)}`;
  return mainTabs.map((tab) => ({
    ...tab,
    to: pathTo(tab.path),
    isActive: tab.path === address || address.startsWith(`${tab.path}/`),
  }));
};

type Place = { readonly left: number; readonly width: number };

/** The position of the underline, under the text of the active tab. Follows font and window size changes. */
const useUnderline = (active: string | undefined) => {
  const nav = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const list = nav.current;
    if (!list) return;
    const measure = (): void => {
      const link = list.querySelector<HTMLElement>(`[data-label='${active}'] > span`);
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
const TopTabs = () => {
  const tabs = useTabs();
  const { nav, place } = useUnderline(tabs.find(({ isActive }) => isActive)?.label);
  return (
    <nav ref={nav} aria-label="Main" className="relative flex h-14 max-desk:hidden">
      {tabs.map(({ path, label, to, isActive }) => (
        <Link
          key={path}
          to={to}
          aria-current={isActive ? 'page' : undefined}
          // Reserves the width of the bold text, so that nothing shifts when the weight changes.
          data-label={label}
          className={cn(
            'grid place-items-center px-4 max-[800px]:px-2 transition-colors duration-140 ease-rondo after:invisible after:[grid-area:1/1] after:font-strong after:content-[attr(data-label)]',
            isActive ? 'font-strong text-ink' : 'font-medium text-ink-2 hover:text-ink',
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

/** The four tabs within thumb reach, on phones. */
const BottomTabs = () => (
  <nav
    aria-label="Main"
    className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] desk:hidden print:hidden"
  >
    {useTabs().map(({ path, label, icon: Icon, to, isActive }) => (
      <Link
        key={path}
        to={to}
        aria-current={isActive ? 'page' : undefined}
        className={cn(
          'relative flex h-[59px] flex-col items-center justify-center gap-[3px] text-small before:absolute before:inset-x-6 before:-top-px before:h-0.5 before:rounded-b-[2px] before:bg-accent before:opacity-0 before:transition-opacity before:duration-140 focus-visible:-outline-offset-2',
          isActive ? 'font-strong text-accent before:opacity-100' : 'font-medium text-ink-2',
        )}
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        {label}
      </Link>
    ))}
  </nav>
);

/** Keeps the place of the header's buttons until they have loaded. */
export const ButtonsPlace = () => <span className="h-9 w-18 shrink-0 max-desk:h-11 max-desk:w-22 min-[1100px]:w-58" />;

/** The header, the tabs and the place of the page: the same in the outline that the server sends and once the app runs. */
export const Frame = (props: {
  /** The right end of the header. */
  readonly header: ReactNode;
  /** Between the header and the page. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}) => (
  <>
    <header className="relative grid h-14 grid-cols-[1fr_auto_1fr] items-center gap-x-4 border-b border-line bg-card px-6 max-wide:grid-cols-[auto_auto_minmax(0,1fr)] max-desk:h-13 max-desk:gap-x-0 max-desk:grid-cols-[auto_minmax(0,1fr)] max-desk:pr-2 max-desk:pl-4 print:hidden">
      <Link to="/schedule" className="flex w-fit items-center gap-2.5 rounded-control max-desk:h-11">
        <Brand />
        <span className="border-l border-line pl-2.5 text-small whitespace-nowrap text-ink-3 max-wide:hidden">
          Lesson Scheduling &amp; Route Optimization
        </span>
      </Link>
      <TopTabs />
      <div className="flex min-w-0 items-center justify-end gap-2 text-ink-2 max-desk:pl-4">{props.header}</div>
    </header>
    {props.above}
    <main
      id="main"
      tabIndex={-1}
      className="passes-height px-6 pt-5 pb-8 focus:outline-none max-desk:px-4 max-desk:pt-3 max-desk:pb-[calc(84px+env(safe-area-inset-bottom))]"
    >
      {props.children}
    </main>
    <BottomTabs />
  </>
);
