import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button, IconButton } from '../button.tsx';
import { cn } from '../cn.ts';
import { useToastRoom } from './toast-place.ts';

const widths = {
  // Three buttons fit into one line of its footer.
  narrow: 'desk:max-w-[480px] desk:h-auto desk:max-h-[calc(100dvh-24px)]',
  /** Three fields fit into one line of it. */
  form: 'desk:max-w-[560px] desk:h-auto desk:max-h-[calc(100dvh-24px)]',
  normal: 'desk:max-w-2xl desk:h-auto desk:max-h-[calc(100dvh-24px)]',
  medium: 'desk:max-w-[800px] desk:h-auto desk:max-h-[calc(100dvh-24px)]',
  /** At the right edge of a window that has room for it, where the page moves aside and stays visible; else as `normal`. */
  beside:
    'desk:max-w-2xl desk:h-auto desk:max-h-[calc(100dvh-24px)] min-[1200px]:max-w-[420px] min-[1200px]:justify-self-end',
  wide: 'desk:max-w-[1000px] desk:h-[calc(100dvh-48px)] desk:max-h-[752px]',
  /** A list of differences to read through. */
  review: 'desk:max-w-[1120px] desk:h-[calc(100dvh-32px)]',
  full: 'desk:max-w-[1232px] desk:h-[calc(100dvh-24px)]',
  /** At the right edge, as high as the window. */
  drawer: 'desk:max-w-[720px] desk:justify-self-end desk:rounded-r-none desk:border-y-0 desk:border-r-0',
} as const;

type DialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A line under the title. */
  readonly subtitle?: ReactNode;
  /** Between title and close button. */
  readonly head?: ReactNode;
  /** Left of the title. */
  readonly lead?: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: keyof typeof widths;
  /** There are unsaved changes: only the dialog's buttons close it, not Esc or the backdrop. */
  readonly dirty?: boolean;
  /** Something is being carried out whose outcome the dialog has to show: nothing closes it until then. */
  readonly busy?: boolean;
  readonly bodyClassName?: string;
  readonly children: ReactNode;
};

/** On phones two buttons share the width; three are one below the other, so that none is left alone in its line. */
const Footer = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-6 py-3.5 max-desk:px-4 max-desk:pb-[max(12px,env(safe-area-inset-bottom))] max-desk:has-[>button:nth-of-type(3)]:flex-col max-desk:has-[>button:nth-of-type(3)]:items-stretch max-desk:[&>button]:min-h-12 max-desk:[&>button]:flex-1">
    {children}
  </div>
);

/** Empty, unless a toast is shown, which then covers neither the last line nor the footer. */
const ToastRoom = () => {
  const room = useRef<HTMLDivElement>(null);
  useToastRoom(room);
  return <div ref={room} className="shrink-0" />;
};

/** Header and footer are fixed, the body scrolls. On phones it is full height and the footer's buttons share the width. */
export const Dialog = (props: DialogProps) => {
  const {
    open,
    onClose,
    title,
    subtitle,
    head,
    lead,
    footer,
    width = 'normal',
    dirty = false,
    busy = false,
    bodyClassName,
    children,
  } = props;
  return (
    <HeadlessDialog
      open={open}
      onClose={() => (dirty || busy ? undefined : onClose())}
      data-beside={width === 'beside' || undefined}
      className="fixed inset-0 z-30 transition duration-180 ease-rondo data-closed:opacity-0 motion-reduce:transition-none"
      transition
    >
      <DialogBackdrop
        className={cn(
          'fixed inset-0 bg-[light-dark(oklch(0.25_0.012_60/.42),oklch(0.08_0.005_60/.66))]',
          width === 'beside' && 'min-[1200px]:bg-transparent',
        )}
      />
      <div className={cn('fixed inset-0 grid place-items-center', width !== 'drawer' && 'desk:p-3')}>
        <DialogPanel
          className={cn(
            'flex h-dvh w-full flex-col overflow-hidden bg-raised [--color-card:var(--color-raised)] desk:rounded-dialog desk:border desk:border-line',
            widths[width],
          )}
        >
          <div className="flex min-h-18 shrink-0 items-center gap-4 border-b border-line py-2 pr-4 pl-6 max-desk:min-h-14 max-desk:gap-2 max-desk:pr-1 max-desk:pl-4">
            {lead}
            <div className="min-w-0 grow">
              <DialogTitle className="text-title font-title">{title}</DialogTitle>
              {subtitle !== undefined && <p className="text-ink-2">{subtitle}</p>}
            </div>
            {head}
            <IconButton icon={X} label="Close" disabled={busy} onClick={onClose} />
          </div>
          <div className={cn('min-h-0 grow overflow-auto', bodyClassName ?? 'p-6 max-desk:p-4')}>{children}</div>
          <ToastRoom />
          {footer !== undefined && <Footer>{footer}</Footer>}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
};

/** A confirmation dialog. The safe answer comes first and has the focus. */
export const ConfirmDialog = (props: {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly loading: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <Dialog
    open={props.open}
    onClose={props.onClose}
    busy={props.loading}
    title={props.title}
    width="narrow"
    footer={
      <>
        <Button onClick={props.onClose} disabled={props.loading} data-autofocus>
          {props.cancel ?? 'Cancel'}
        </Button>
        <Button kind={props.danger === true ? 'danger' : 'primary'} loading={props.loading} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </>
    }
  >
    <div className="flex flex-col gap-3 text-ink-2">{props.children}</div>
  </Dialog>
);
