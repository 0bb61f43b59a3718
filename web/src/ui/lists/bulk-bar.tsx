import { Ellipsis, X, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from '../button.tsx';
import { MenuOnDemand } from '../overlays/menu-on-demand.tsx';
import { useToastsAbove } from '../overlays/toast-place.ts';

/** What can be done with the selected rows. */
export type BulkAction = {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  /** In the menu, however much room there is. */
  readonly inMenu?: boolean;
  readonly onSelect: () => void;
};

type BulkBarProps = {
  /** What is selected: "students". */
  readonly noun: string;
  readonly count: number;
  /** How many of them a filter hides. */
  readonly hidden: number;
  /** The most frequent one first. Where they do not all fit, the others are in a menu. */
  readonly actions: readonly BulkAction[];
  readonly onDeselect: () => void;
};

/**
 * How many rows are selected, also for screen readers: it is there before the first one is, so that they announce that one too.
 * @param unseen for screen readers alone
 */
export const SelectedCount = ({
  count,
  hidden,
  unseen,
}: Pick<BulkBarProps, 'count' | 'hidden'> & { readonly unseen: boolean }) => (
  <span
    aria-live="polite"
    className={unseen || count === 0 ? 'sr-only' : 'mr-2 ml-1 font-strong whitespace-nowrap tabular-nums'}
  >
    {count > 0 && (
      <>
        {count} selected
        {hidden > 0 && <span className="font-normal text-ink-2">, {hidden} not shown</span>}
      </>
    )}
  </span>
);

const ActionButton = ({ label, icon, danger = false, onSelect }: BulkAction) => (
  <Button
    kind={danger ? 'danger' : 'secondary'}
    size="small"
    {...(icon ? { icon } : {})}
    className="border-accent-line bg-card"
    onClick={onSelect}
  >
    {label}
  </Button>
);

const MoreActions = ({ entries }: { readonly entries: readonly BulkAction[] }) =>
  entries.length > 0 && (
    <MenuOnDemand
      label="More actions"
      button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
      entries={entries}
    />
  );

/** The actions on the selected rows, in the head of their list. */
export const BulkBar = ({ noun, actions, onDeselect }: Omit<BulkBarProps, 'count' | 'hidden'>) => {
  const [first, ...others] = actions;
  const rare = others.filter(({ inMenu }) => inMenu);
  return (
    <section aria-label={`Actions on the selected ${noun}`} className="@container flex grow">
      <div className="flex grow items-center gap-2">
        {first && <ActionButton {...first} />}
        <div className="hidden items-center gap-2 @min-[960px]:flex">
          {others
            .filter((action) => !rare.includes(action))
            .map((action) => (
              <ActionButton key={action.label} {...action} />
            ))}
          <MoreActions entries={rare} />
        </div>
        <div className="@min-[960px]:hidden">
          <MoreActions entries={others} />
        </div>
        <Button kind="quiet" size="small" className="ml-auto" onClick={onDeselect}>
          Deselect
        </Button>
      </div>
    </section>
  );
};

/** The same on phones: above the tabs at the bottom of the window. */
export const PhoneBulkBar = ({ noun, count, hidden, actions, onDeselect }: BulkBarProps) => {
  const frame = useRef<HTMLElement>(null);
  useToastsAbove(frame);
  const [first, ...others] = actions;
  return (
    <section
      ref={frame}
      aria-label={`Actions on the selected ${noun}`}
      className="fixed inset-x-0 bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 flex h-16 items-center gap-1.5 border-t border-accent-line bg-accent-tint pr-2 pl-4 has-aria-expanded:z-30"
    >
      <p aria-hidden className="mr-auto font-strong whitespace-nowrap tabular-nums">
        {count} selected
        {hidden > 0 && <span className="block text-small font-normal text-ink-2">{hidden} not shown</span>}
      </p>
      {first && <ActionButton {...first} />}
      {others.length > 0 && (
        <MenuOnDemand
          label="More actions"
          sheet
          button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
          entries={others}
        />
      )}
      <IconButton icon={X} label="Deselect" onClick={onDeselect} />
    </section>
  );
};
