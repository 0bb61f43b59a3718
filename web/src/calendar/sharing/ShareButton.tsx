import { CalendarSync } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Subscriber } from './subscriber.ts';

const fetchDialog = () => import('./ShareDialog.tsx');
const ShareDialog = lazy(fetchDialog);

/**
 * Shares a calendar, in a dialog that loads on demand. The dialog is not in the page's address: it creates the calendar's address, so Back must
 * not reopen it after the address has been revoked.
 */
export const ShareButton = ({
  subscriber,
  children,
}: {
  readonly subscriber: Subscriber;
  readonly children: string;
}) => {
  const [open, setOpen] = useState(false);
  const near = (): void => void fetchDialog();
  return (
    <>
      <Button icon={CalendarSync} onPointerEnter={near} onFocus={near} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ShareDialog title={children} subscriber={subscriber} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
