import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type MenuEntry = {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Separated by a line from the entries before it. */
  readonly apart?: boolean;
  readonly onSelect: () => void;
};

export type MenuProps = {
  readonly label: string;
  readonly button: ReactNode;
  readonly heading?: string;
  readonly entries: readonly MenuEntry[];
  /** It is in a scrolling body, which would clip its list. */
  readonly inBody?: boolean;
  /** On phones it is a sheet at the bottom of the window. */
  readonly sheet?: boolean;
};

export const menuButtonClasses =
  'inline-grid size-9 place-items-center rounded-control text-ink-2 hover:text-ink max-desk:size-11';
