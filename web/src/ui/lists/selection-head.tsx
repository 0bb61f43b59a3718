import { useRef, type ReactNode } from 'react';
import type { Selection } from '../../lib/selection.ts';
import { cn } from '../cn.ts';
import { Checkbox } from '../fields/choice.tsx';
import { usePhone } from '../media.ts';
import { BulkBar, PhoneBulkBar, SelectedCount, type BulkAction } from './bulk-bar.tsx';

/** The head of a list stays visible while the rows scroll under it; selecting rows does not change its height, so that no row moves. */
export const headClasses =
  'sticky top-0 z-2 h-11 rounded-t-[11px] border-b border-line max-desk:h-10 wide:in-data-map:rounded-none';

/** The head of a list whose rows can be selected: its titles, or what can be done with the selected ones. */
export const SelectionHead = (props: {
  /** What is listed: "students". */
  readonly noun: string;
  readonly selection: Selection;
  readonly actions: readonly BulkAction[];
  /** The grid of the rows, and how titles look. */
  readonly className: string;
  /** The list is empty. */
  readonly disabled?: boolean;
  /** Nothing can be selected. */
  readonly fixed?: boolean;
  /** The titles of the columns. */
  readonly children: ReactNode;
}) => {
  const { noun, selection, actions, className, disabled = false, fixed = false, children } = props;
  const head = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const count = selection.ids.size;
  const barProps = {
    noun,
    actions,
    onDeselect: () => {
      selection.clear();
      // The button that has the focus disappears.
      const next = disabled ? head.current?.nextElementSibling : head.current;
      next?.querySelector<HTMLElement>('input[type=checkbox], button')?.focus();
    },
  };
  const showsBar = count > 0 && !phone;
  return (
    <>
      <div
        ref={head}
        className={cn(headClasses, showsBar ? 'flex items-center gap-2 bg-accent-tint pr-3 pl-4' : className)}
      >
        {fixed ? (
          <span />
        ) : (
          <Checkbox
            label={`Select all ${noun}`}
            checked={selection.all}
            some={count > 0 && !selection.all}
            disabled={disabled}
            onChange={selection.toggleShown}
          />
        )}
        <SelectedCount count={count} hidden={selection.hidden} unseen={phone} />
        {showsBar ? <BulkBar {...barProps} /> : children}
      </div>
      {count > 0 && phone && <PhoneBulkBar {...barProps} count={count} hidden={selection.hidden} />}
    </>
  );
};
