import type { ReactNode } from 'react';
import { cn } from '../cn.ts';

/** "12 kB", "3.4 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB` : `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`;

/** Opens the browser's file dialog; works with the keyboard as any file input does. */
export const FileInput = (props: {
  readonly label: string;
  /** The types of files that are offered, as browsers take them. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <label
    className={cn(
      'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      props.className,
    )}
  >
    <input
      type="file"
      accept={props.accept}
      aria-label={props.label}
      className="sr-only"
      onChange={({ target }) => {
        const file = target.files?.[0];
        // The same file can be chosen again after it was changed.
        target.value = '';
        if (file) props.onFile(file);
      }}
    />
    {props.children}
  </label>
);
