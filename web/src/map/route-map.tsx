import { startTransition, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { isDrawn } from '../lib/page/drawn.ts';
import { cn } from '../ui/cn.ts';
import { textWidth } from './labels.ts';
import type { MapContent, StreetsAccess, StreetsTrouble } from './model.ts';
import type { MovablePin } from './marks.tsx';
import { Schematic } from './schematic.tsx';
import { useStreets } from './streets.ts';

/**
 * The size of an element in whole pixels, updated when it changes; 0 before it is known. While the first page is drawn, the browser reports it
 * once it has laid the page out anyway, because asking would force a layout; what depends on it is then rendered in short tasks. Later, what a
 * click opens has it before it is painted. An element that is hidden keeps its size: it comes back.
 */
const useSize = () => {
  const ref = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      if (width === 0) return;
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    if (isDrawn()) measure();
    const observer = new ResizeObserver(() => startTransition(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
};

type RouteMapProps = MapContent & {
  readonly label: string;
  /** Null: no maps service, or not known yet. */
  readonly streets: StreetsAccess | null;
  /** The zoom of a map that has a single place. */
  readonly zoom: 10 | 12;
  /** Sentences under the map. */
  readonly notes?: readonly string[];
  /** In place of a map without places. */
  readonly empty: string;
  readonly legend?: ReactNode;
  /** Places that would make the rest too small stand at the edge. */
  readonly withFar?: boolean;
  readonly onSelect?: ((id: string, add: boolean) => void) | undefined;
  /** The open info window; its content closes it. */
  readonly info?: { readonly id: string; readonly content: ReactNode } | null;
  readonly pin?: MovablePin;
  readonly className?: string;
};

const troubleNotes: Readonly<Record<StreetsTrouble, string>> = {
  refused: 'Without streets: the maps service refused this server’s key.',
  unsupported: 'Without streets: this browser cannot draw them.',
  silent: 'Without streets: the maps service is not answering.',
};

/** The height of the lines at the bottom of the map, in pixels. */
const linesHeight = (text: string, width: number): number =>
  text === '' ? 0 : 12 + 16 * Math.ceil(textWidth(text, 6.2) / Math.max(1, width - 24));

/**
 * A map of marked places and the drives between them. With a maps service on its streets; without one, or when that does not work, a
 * schematic: the same places to scale.
 */
export const RouteMap = (props: RouteMapProps) => {
  const {
    points,
    lines,
    roads,
    extent,
    label,
    streets,
    zoom,
    notes = [],
    empty,
    legend,
    withFar = false,
    onSelect,
    info,
    pin,
    className = 'h-[400px] rounded-card border border-line',
  } = props;
  const content = { points, lines, extent, withFar, onSelect, info, pin };
  const { ref, width, height } = useSize();
  // The same one for the same size: a pin that moves renders the map again, and what depends on its size alone stays.
  const size = useMemo(() => ({ width, height }), [width, height]);
  const isEmpty = points.length === 0 && !pin;
  const { Map, trouble, isShown, fail, hear, setDrawn } = useStreets(isEmpty ? null : streets);
  const onStreets = [...notes, ...(trouble ? [troubleNotes[trouble]] : [])].join(' ');
  const caption = isShown ? onStreets : `${onStreets} Places: GeoNames, CC BY 4.0.`.trim();
  const belowOf = (text: string): number => linesHeight(text, width) + (legend === undefined ? 0 : 24);
  return (
    <figure ref={ref} aria-label={label} className={cn('relative overflow-hidden bg-paper', className)}>
      {!isEmpty && width > 0 && !isShown && <Schematic {...content} {...size} below={belowOf(caption)} />}
      {!isEmpty && width > 0 && Map && streets && (
        <div className={cn('absolute inset-0', !isShown && 'invisible')}>
          <Map
            {...content}
            roads={roads}
            access={streets}
            zoom={zoom}
            size={size}
            below={belowOf(onStreets)}
            onDrawn={setDrawn}
            onAlive={hear}
            onTrouble={fail}
          />
        </div>
      )}
      {isEmpty && <p className="grid h-full place-items-center px-6 text-center text-ink-3">{empty}</p>}
      {(caption !== '' || legend !== undefined) && (
        <div
          className={cn(
            'pointer-events-none absolute right-3 bottom-2 left-3 grid gap-1 text-small',
            // The maps service has its own name at the bottom.
            isShown && 'bottom-7 *:w-fit *:rounded-chip *:bg-paper/85 *:px-1',
          )}
        >
          {legend}
          {caption !== '' && <figcaption className="text-ink-3">{caption}</figcaption>}
        </div>
      )}
    </figure>
  );
};
