import { Menu as HeadlessMenu, MenuButton, MenuHeading, MenuItem, MenuItems, MenuSection } from '@headlessui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type MenuEntry = {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
};

/** A button that opens a list of actions. */
export const Menu = (props: {
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClassName?: string;
  readonly heading?: string;
  readonly entries: readonly MenuEntry[];
}) => (
  <HeadlessMenu>
    <MenuButton
      aria-label={props.label}
      title={props.label}
      className={cn(
        'inline-grid size-9 place-items-center rounded-control text-ink-2 hover:text-ink max-desk:size-11',
        props.buttonClassName,
      )}
    >
      {props.button}
    </MenuButton>
    <MenuItems
      modal={false}
      // Beside its button, within the landmark that it belongs to.
      portal={false}
      anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
      className="z-40 min-w-52 rounded-control border border-line bg-raised p-1 focus:outline-none"
    >
      <MenuSection>
        {props.heading !== undefined && <MenuHeading className="px-3 py-2 font-strong">{props.heading}</MenuHeading>}
        {props.entries.map(({ label, icon: Icon, danger = false, disabled = false, onSelect }) => (
          <MenuItem key={label} disabled={disabled}>
            <button
              type="button"
              onClick={onSelect}
              className={cn(
                'flex min-h-9 w-full items-center gap-2.5 rounded-block px-3 text-left data-disabled:opacity-50 data-focus:bg-accent-tint max-desk:min-h-11',
                danger && 'text-bad',
              )}
            >
              {Icon && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />}
              {label}
            </button>
          </MenuItem>
        ))}
      </MenuSection>
    </MenuItems>
  </HeadlessMenu>
);
