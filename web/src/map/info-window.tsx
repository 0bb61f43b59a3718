import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import type { Point } from './layout.ts';

/** What a map says about a selected mark. Esc closes it, wherever the focus is on the map; the focus is then on the mark. */
export const InfoWindow = (props: {
  readonly of: string;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { of, label, onClose, children } = props;
  const frame = useRef<HTMLElement>(null);
  const close = useCallback(() => {
    const mark = frame.current?.closest('figure')?.querySelector<HTMLElement>(`[data-place="${CSS.escape(of)}"]`);
    onClose();
    mark?.focus();
  }, [of, onClose]);
  useEffect(() => {
    const map = frame.current?.closest('figure');
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // A dialog around the map stays open.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    map?.addEventListener('keydown', closeByKey);
    return () => map?.removeEventListener('keydown', closeByKey);
  }, [close]);
  // What the user pressed in the window before this one is gone.
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.querySelector('button')?.focus();
  }, []);
  return (
    <section
      ref={frame}
      aria-label={label}
      className="relative rounded-day border border-line bg-raised py-2.5 pr-9 pl-3"
    >
      <IconButton icon={X} label="Close" className="absolute top-0.5 right-0.5" onClick={close} />
      {children}
    </section>
  );
};

type Visit = {
  readonly id: string;
  /** What the mark says of it. */
  readonly label: string;
  readonly title: string;
  readonly when: string;
  /** '' if the address is not known. */
  readonly where: string;
};

/** Selecting a mark says who is visited there, when and where; nothing where nobody is. */
export const useVisitInfo = (visitsAt: (id: string) => readonly Visit[]) => {
  const [openId, setOpen] = useState<string | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const visits = openId === null ? [] : visitsAt(openId);
  return {
    onSelect: (id: string): void => setOpen(id === openId ? null : id),
    info:
      openId !== null && visits.length > 0
        ? {
            id: openId,
            content: (
              <InfoWindow of={openId} label={visits.map(({ label }) => label).join(', ')} onClose={close}>
                <ul className="grid gap-1.5">
                  {visits.map(({ id, title, when, where }) => (
                    <li key={id}>
                      <p className="font-strong break-words">{title}</p>
                      <p className="text-small text-ink-2 tabular-nums">{when}</p>
                      {where !== '' && <p className="text-small break-words text-ink-2">{where}</p>}
                    </li>
                  ))}
                </ul>
              </InfoWindow>
            ),
          }
        : null,
  };
};

const infoWidth = 232;

/** Next to its mark, inside the map: above it if there is room. */
export const InfoAt = (props: {
  readonly at: Point;
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) => {
  const { at, width, height, children } = props;
  const left = Math.min(Math.max(8, at.x - infoWidth / 2), Math.max(8, width - infoWidth - 8));
  // Its own height differs; where there is more room, it fits.
  const under = at.y < Math.min(210, height / 2);
  return (
    <div
      style={{
        left,
        width: infoWidth,
        top: at.y,
        transform: under ? 'translateY(16px)' : 'translateY(calc(-100% - 16px))',
      }}
      className="absolute z-2"
    >
      {children}
    </div>
  );
};
