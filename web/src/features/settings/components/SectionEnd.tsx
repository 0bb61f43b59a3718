import { PencilLine } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormError, FormNotice } from '../../../ui/lists/panels.tsx';
import { useUnsaved } from './Unsaved.tsx';

type Pressed = MouseEvent<HTMLButtonElement>;

/**
 * A button that takes the focus when it is clicked, not when it is pressed: a field that loses the focus is checked, and what it then says would
 * move the button away from under the pointer before the click.
 */
const steady = (act?: () => void) => ({
  onMouseDown: (event: Pressed): void => event.preventDefault(),
  onClick: ({ currentTarget }: Pressed): void => {
    act?.();
    currentTarget.focus();
  },
});

/** The end of a section that is saved by itself: what went wrong, that something is not saved, and the two ways out. */
export const SectionEnd = (props: {
  readonly isDirty: boolean;
  readonly saving: boolean;
  readonly notice?: string | null;
  readonly submitError: string | null;
  /** The answer to the last attempt was lost. */
  readonly unconfirmed: boolean;
  readonly onDiscard: () => void;
}) => {
  const { isDirty, saving, notice = null, submitError, unconfirmed, onDiscard } = props;
  useUnsaved({ isDirty, saving, unconfirmed });
  return (
    <div className="col-span-full flex flex-wrap items-center justify-end gap-2 max-desk:[&>button]:flex-1">
      <div className="min-w-0 grow empty:hidden max-desk:basis-full">
        <FormNotice message={notice} />
        <FormError message={submitError} />
      </div>
      {isDirty && (
        <>
          <Badge tone="tint" icon={PencilLine}>
            Not saved yet
          </Badge>
          <Button disabled={saving} {...steady(onDiscard)}>
            Discard
          </Button>
        </>
      )}
      <Button kind="primary" type="submit" disabled={!isDirty} loading={saving} {...steady()}>
        Save
      </Button>
    </div>
  );
};
