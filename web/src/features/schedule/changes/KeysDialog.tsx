import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

const keys: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['t'], does: 'Today' },
  { keys: ['j'], does: 'Next week' },
  { keys: ['k'], does: 'Previous week' },
  { keys: ['1', '7'], does: 'Open a day, Monday to Sunday' },
  { keys: ['n'], does: 'New manual entry, at the focused half hour if there is one' },
  { keys: ['Enter'], does: 'Open the focused lesson' },
  { keys: ['↑ ↓ ← →'], does: 'From an open lesson to the next one, or to another half hour' },
  { keys: ['Alt', '↑ ↓ ← →'], does: 'Move the focused lesson' },
  { keys: ['Ctrl', 'Z'], does: 'Undo the last change, on every page' },
  { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo it' },
  { keys: ['/'], does: 'Search, on every page' },
  { keys: ['Ctrl', 'K'], does: 'Search, also while you type' },
  { keys: ['?'], does: 'These shortcuts' },
];

const between = (pressed: readonly string[]): string => (pressed[0] === 'Ctrl' || pressed[0] === 'Alt' ? '+' : '–');

export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Keyboard shortcuts"
    width="narrow"
    footer={
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    }
  >
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
      {keys.map(({ keys: pressed, does }) => (
        <div key={does} className="contents">
          <dt className="flex items-center gap-1 text-ink-3">
            {pressed.map((key, i) => (
              <span key={key} className="flex items-center gap-1">
                {i > 0 && between(pressed)}
                <kbd className="grid h-7 min-w-7 place-items-center rounded-block border border-line px-1.5 font-sans font-control text-ink">
                  {key}
                </kbd>
              </span>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
