import { Search } from 'lucide-react';
import { cn } from '../cn.ts';
import { inputFrame } from './field.tsx';

/** A field that narrows down the list below it while the user types. */
export const SearchField = (props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly className?: string;
}) => (
  <span className={cn('relative block', props.className)}>
    <Search
      aria-hidden
      className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3 max-desk:left-3"
      strokeWidth={1.75}
    />
    <input
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      autoComplete="off"
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      className={cn(inputFrame(false), 'h-9 w-full pr-2 pl-8 max-desk:h-11 max-desk:pl-9')}
    />
  </span>
);
