import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { farText, type FarSign } from './far-signs.ts';
import { InfoAt } from './info-window.tsx';

/** At the edge of a map, who lives beyond it, how far away and in which direction. */
export const FarSigns = (props: {
  readonly signs: readonly FarSign[];
  readonly width: number;
  readonly height: number;
  readonly onSelect?: ((id: string, add: boolean) => void) | undefined;
  readonly info?: { readonly id: string; readonly content: ReactNode } | null | undefined;
}) =>
  props.signs.map((point) => (
    <div key={point.id}>
      <button
        type="button"
        data-place={point.id}
        title={point.title}
        aria-pressed={point.mark.kind === 'student' && point.mark.selected}
        style={{ left: point.box.x, top: point.box.y, width: point.box.width, height: point.box.height }}
        onClick={(event) => props.onSelect?.(point.id, event.ctrlKey || event.metaKey)}
        className="absolute flex items-center justify-center gap-1.5 rounded-control border border-line bg-raised text-small font-control aria-pressed:border-accent"
      >
        <ArrowRight
          aria-hidden
          className="size-3.5 shrink-0"
          strokeWidth={2}
          style={{ transform: `rotate(${point.angle}rad)` }}
        />
        {farText(point, point.miles)}
      </button>
      {props.info?.id === point.id && (
        <InfoAt
          at={{ x: point.box.x + point.box.width / 2, y: point.box.y + 14 }}
          width={props.width}
          height={props.height}
        >
          {props.info.content}
        </InfoAt>
      )}
    </div>
  ));
