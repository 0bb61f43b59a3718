import { CalendarCheck, CalendarOff } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import { noteIcons, StemSample, type NoteLook } from '../../../ui/figures/note.tsx';

const looks: readonly { look: NoteLook; word: string }[] = [
  { look: 'optimized', word: 'Optimized' },
  { look: 'manual', word: 'Manual' },
  { look: 'imported', word: 'Imported' },
  { look: 'pending', word: 'Pending' },
];

const Line = ({ className }: { readonly className: string }) => (
  <i aria-hidden className={cn('ml-px h-4', className)} />
);

/** What the lines and icons of the week mean; `hasClosed`: some of its time is closed. */
const Legend = ({ hasClosed = false }: { readonly hasClosed?: boolean }) => (
  <ul
    aria-label="Legend"
    className="flex grow flex-wrap items-center gap-x-5 gap-y-2.5 text-small font-small text-ink-3"
  >
    {looks.map(({ look, word }) => {
      const Icon = noteIcons[look];
      return (
        <li key={look} className="flex items-center gap-1.5">
          <StemSample look={look} />
          <Icon aria-hidden className="size-3" strokeWidth={2} />
          {word}
        </li>
      );
    })}
    {hasClosed && (
      <>
        <li className="flex items-center gap-1.5">
          <i aria-hidden className="h-3.5 w-5 rounded-chip border border-line hatched" />
          <CalendarOff aria-hidden className="size-3" strokeWidth={2} />
          Closed
        </li>
        <li className="flex items-center gap-1.5">
          <CalendarCheck aria-hidden className="size-3" strokeWidth={2} />
          Kept
        </li>
      </>
    )}
    <li className="flex items-center gap-1.5">
      <Line className="w-px bg-ink-2" />
      Drive, drawn to scale
    </li>
    <li className="flex items-center gap-1.5">
      <Line className="border-l border-dotted border-control" />
      Waiting
    </li>
  </ul>
);

export default Legend;
