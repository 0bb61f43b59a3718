import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/lists/panels.tsx';

/** Opens the entry dialog. */
export const ManualEntryCard = ({ onAdd }: { readonly onAdd: () => void }) => (
  <Card className="p-6 max-desk:p-4">
    <h2 className="text-lead font-strong">Manual Entry</h2>
    <p className="mt-1 text-ink-2">
      Lessons, appointments, conflicts. Rondo checks the time and the drive as you type.
    </p>
    <Button icon={Plus} className="mt-4 max-desk:w-full" onClick={onAdd}>
      Add Manual Entry
    </Button>
  </Card>
);
