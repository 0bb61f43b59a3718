import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** Asks a guest before signing out, which erases the studio, and offers to keep it. */
export const LeaveAsGuest = (props: {
  /** The guest is being signed out. */
  readonly leaving: boolean;
  readonly onKeep: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}) => (
  <Dialog
    open
    onClose={props.onClose}
    // Nothing can be kept once the studio is being erased, so nothing offers to.
    busy={props.leaving}
    title="Sign out and erase everything?"
    width="narrow"
    footer={
      <>
        <Button disabled={props.leaving} onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button kind="danger" loading={props.leaving} onClick={props.onLeave}>
          Erase and Sign Out
        </Button>
        <Button kind="primary" disabled={props.leaving} onClick={props.onKeep}>
          Create Account
        </Button>
      </>
    }
  >
    <div className="flex flex-col gap-3 text-ink-2">
      <p>
        You are using Rondo as a guest. When you sign out, everything in your studio is permanently deleted: teachers,
        students, lessons, reports, invoices, backups and settings. Calendars that you shared stop working.
      </p>
      <p>Create an account to keep it.</p>
    </div>
  </Dialog>
);
