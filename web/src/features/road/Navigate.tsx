import { ChevronDown, Navigation } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { buttonClasses } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import { directions, mapApps, mapAppHere, storeMapApp, type Goal } from './directions.ts';

const tall = 'h-14 min-h-14 grow text-lead';

/** How long a finger rests until it means another app, in milliseconds. */
const longPress = 500;

/** What a link needs so that a long press does another thing than a tap. */
const useLongPress = (act: () => void) => {
  const timer = useRef<number>(undefined);
  const isLong = useRef(false);
  const end = (): void => clearTimeout(timer.current);
  return {
    onPointerDown: () => {
      isLong.current = false;
      timer.current = setTimeout(() => {
        isLong.current = true;
        act();
      }, longPress);
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => isLong.current && event.preventDefault(),
  };
};

/** Opens directions in the app of this device; the arrow beside it, or a long press, chooses another. */
export const Navigate = (props: {
  readonly to: Goal;
  readonly label: string;
  /** Something else is the first thing to do. */
  readonly isQuiet?: boolean;
}) => {
  const { to, label, isQuiet = false } = props;
  const [app, setApp] = useState(mapAppHere);
  const menu = useRef<HTMLDivElement>(null);
  const press = useLongPress(() => menu.current?.querySelector('button')?.click());
  const url = directions(to, app, navigator.userAgent);
  if (url === null) return <p className="text-ink-2">No address is known, so nothing can lead there.</p>;
  return (
    <div className="flex gap-1">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        draggable={false}
        {...press}
        className={buttonClasses(
          isQuiet ? 'secondary' : 'primary',
          'large',
          cn(tall, 'min-w-0 touch-manipulation rounded-r-none select-none [-webkit-touch-callout:none]'),
        )}
      >
        <Navigation aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        {label}
        <span className="truncate text-body font-normal">{app}</span>
      </a>
      <div
        ref={menu}
        className="flex *:flex *:h-full [&_button]:h-full [&_button]:w-14 [&_button]:justify-center [&_button]:rounded-l-none [&_button]:border [&_button]:border-line"
      >
        <MenuOnDemand
          label="Choose the map"
          button={<ChevronDown aria-hidden className="size-5" strokeWidth={1.75} />}
          entries={mapApps.map((one) => ({
            label: one,
            onSelect: () => {
              storeMapApp(one);
              setApp(one);
            },
          }))}
        />
      </div>
    </div>
  );
};
