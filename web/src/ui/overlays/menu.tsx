import { Menu as HeadlessMenu, MenuButton, MenuHeading, MenuItem, MenuItems, MenuSection } from '@headlessui/react';
import { cn } from '../cn.ts';
import { menuButtonClasses, type MenuProps } from './menu-face.tsx';
import { useOpenedAtOnce } from '../on-demand.ts';

/** A button that opens a list of actions. */
export const Menu = (props: MenuProps & { readonly openAtOnce?: boolean }) => {
  const button = useOpenedAtOnce(props.openAtOnce ?? false);
  return (
    <HeadlessMenu as="div" className="relative">
      <MenuButton ref={button} aria-label={props.label} title={props.label} className={menuButtonClasses}>
        {props.button}
      </MenuButton>
      <MenuItems
        modal={false}
        // Rendered in place, within its landmark; in a portal only if something would clip it.
        portal={props.inBody ?? false}
        {...(props.inBody === true ? { anchor: { to: 'bottom end', gap: 4, padding: 8 } } : {})}
        className={cn(
          'z-40 min-w-52 rounded-control border border-line bg-raised p-1 focus:outline-none',
          props.inBody !== true && 'absolute top-full right-0 mt-1',
          props.sheet === true &&
            'max-desk:fixed max-desk:inset-x-0 max-desk:top-auto max-desk:bottom-0 max-desk:rounded-t-dialog max-desk:rounded-b-none max-desk:border-x-0 max-desk:border-b-0 max-desk:p-2 max-desk:pb-[max(12px,env(safe-area-inset-bottom))]',
        )}
      >
        <MenuSection>
          {props.heading !== undefined && <MenuHeading className="px-3 py-2 font-strong">{props.heading}</MenuHeading>}
          {props.entries.map(({ label, icon: Icon, danger = false, disabled = false, apart = false, onSelect }) => (
            <MenuItem key={label} disabled={disabled}>
              <button
                type="button"
                onClick={onSelect}
                className={cn(
                  'flex min-h-9 w-full items-center gap-2.5 rounded-block px-3 text-left whitespace-nowrap data-disabled:opacity-50 data-focus:bg-accent-tint max-desk:min-h-11',
                  danger && 'text-bad',
                  apart &&
                    'relative mt-[9px] before:absolute before:-inset-x-1 before:-top-[5px] before:border-t before:border-line',
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
};
