import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { CircleDashed, House, PencilLine, Route } from 'lucide-react';
import { cn } from '../../../../ui/cn.ts';

// A made-up afternoon, drawn like the schedule: an illustration instead of a photo.
const pixelsPerMinute = 1.75;
const from = 768;
const to = 1224;

type Note = {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly detail: string;
  readonly kind: 'optimized' | 'manual' | 'pending';
};

const notes: readonly Note[] = [
  { name: 'Wren Castellanos', start: 840, end: 885, detail: '4208 Avenue G', kind: 'optimized' },
  { name: 'Ben Ito', start: 905, end: 950, detail: 'Manual', kind: 'manual' },
  { name: 'Gus Harrington', start: 970, end: 1030, detail: '1401 Ruth Ave', kind: 'optimized' },
  { name: 'Priya Venkataraman', start: 1050, end: 1095, detail: '6704 Arroyo Seco', kind: 'optimized' },
  { name: 'Leo Vance', start: 1115, end: 1160, detail: 'Pending', kind: 'pending' },
];

/** A drive begins when a lesson ends; the rest of the gap is waiting time. */
const drives = [
  { start: 885, end: 905, minutes: 9 },
  { start: 950, end: 970, minutes: 14 },
  { start: 1030, end: 1050, minutes: 7 },
  { start: 1095, end: 1115, minutes: 12 },
] as const;

const hours = [
  { at: 840, label: '2 PM' },
  { at: 900, label: '3 PM' },
  { at: 960, label: '4 PM' },
  { at: 1020, label: '5 PM' },
  { at: 1080, label: '6 PM' },
  { at: 1140, label: '7 PM' },
  { at: 1200, label: '8 PM' },
] as const;

const px = (minutes: number): string => `${minutes * pixelsPerMinute}px`;
const place = (start: number, end: number) => ({ top: px(start - from), height: px(end - start) });

const icons = { optimized: Route, manual: PencilLine, pending: CircleDashed } as const;

const stems = {
  optimized: 'w-[3px] bg-accent',
  manual: 'w-1 border-x border-accent',
  pending: 'w-[3px] bg-[repeating-linear-gradient(to_bottom,var(--color-accent)_0_7px,transparent_7px_11px)]',
} as const;

const Lesson = ({ name, start, end, detail, kind }: Note) => {
  const Icon = icons[kind];
  const pending = kind === 'pending';
  return (
    <li className="absolute right-0 left-3.5 z-2" style={place(start, end)}>
      <div
        className={cn(
          'absolute inset-x-0 inset-y-px flex flex-col overflow-hidden rounded-control pt-2 pr-3 pl-6',
          pending
            ? 'bg-paper after:absolute after:inset-0 after:rounded-control after:border after:border-l-0 after:border-dashed after:border-accent'
            : 'bg-accent-tint',
        )}
      >
        <i className={cn('absolute top-[18px] bottom-0 left-0', stems[kind])} />
        <i
          className={cn(
            'absolute top-3 left-0 z-1 h-3 w-[17px] -rotate-[18deg] rounded-[50%]',
            pending ? 'border-[2.25px] border-accent bg-paper' : 'bg-accent',
          )}
        />
        <span className="flex items-center gap-1">
          <span className="truncate font-strong">{name}</span>
          <Icon className={cn('ml-auto size-3.5 shrink-0', pending ? 'text-accent' : 'text-ink-3')} strokeWidth={2} />
        </span>
        <span className="font-small whitespace-nowrap text-ink-2 tabular-nums">{formatTimeRange(start, end)}</span>
        <span className={cn('truncate', pending ? 'font-control text-accent' : 'font-small text-ink-2')}>{detail}</span>
      </div>
    </li>
  );
};

const Drive = ({ start, end, minutes }: (typeof drives)[number]) => (
  <li className="absolute right-0 left-3.5 z-3 text-small text-ink-3" style={place(start, end)}>
    <i className="absolute top-0 bottom-0 left-px border-l border-dotted border-control" />
    <i className="absolute top-0 left-px w-px bg-ink-2" style={{ height: px(minutes) }} />
    <span
      className="absolute left-[21px] rounded-chip bg-paper px-[3px] whitespace-nowrap tabular-nums"
      style={{
        top: `clamp(0px, ${(minutes * pixelsPerMinute - 16) / 2}px, ${(end - start) * pixelsPerMinute - 16}px)`,
      }}
    >
      {minutes} min
    </span>
  </li>
);

/** The drive from or to home: a line as long as the drive, with the house at its end. */
const Home = ({ start, end, back }: { readonly start: number; readonly end: number; readonly back: boolean }) => (
  <li className="absolute right-0 left-3.5 text-small text-ink-3" style={place(start, end)}>
    <i className="absolute inset-y-0 left-px w-px bg-ink-2" />
    <House
      className={cn('absolute -left-[5.5px] size-3.5 text-ink-2', back ? 'top-full mt-px' : 'bottom-full mb-px')}
      strokeWidth={2}
    />
    <span className={cn('absolute left-6 whitespace-nowrap tabular-nums', back ? 'top-full' : 'bottom-full')}>
      {end - start} min
    </span>
  </li>
);

/** A day as Rondo shows it; decorative. */
export const Stave = () => (
  <div aria-hidden className="relative hidden self-center min-[1180px]:block" style={{ height: px(to - from) }}>
    {hours.map(({ at, label }) => (
      <div key={at} className="absolute -right-4 -left-1 h-px bg-line-soft" style={{ top: px(at - from) }}>
        <span className="absolute -top-2 -left-11 w-9 text-right text-small text-ink-3">{label}</span>
      </div>
    ))}
    <ol>
      <Home start={825} end={840} back={false} />
      <Home start={1160} end={1174} back />
      {drives.map((drive) => (
        <Drive key={drive.start} {...drive} />
      ))}
      {notes.map((note) => (
        <Lesson key={note.start} {...note} />
      ))}
    </ol>
  </div>
);
