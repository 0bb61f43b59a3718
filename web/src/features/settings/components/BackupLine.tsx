import type { Backup } from '@rondo/contracts/api/history/backups.ts';
import { Archive, Clock, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { momentPath, momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { counted } from '../../../lib/texts.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/button.tsx';

/** One backup: whose idea it was, when, what the studio had then, and what can be done with it. */
export const BackupLine = (props: {
  readonly backup: Backup;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
}) => {
  const { backup, onRestore, onDelete } = props;
  const { id, name, description, isAutomatic, createdAt, asOf, counts } = backup;
  const facts = useId();
  const place = usePlace();
  const Icon = isAutomatic ? Clock : Archive;
  const when = momentText(createdAt, place);
  return (
    <li className="grid min-h-14 grid-cols-[16px_minmax(0,1fr)_auto_auto] items-center gap-x-4 border-b border-line-soft py-2 last:border-b-0 max-desk:grid-cols-[16px_minmax(0,1fr)] max-desk:py-3">
      <Icon aria-hidden className="size-4 text-ink-3 max-desk:self-start max-desk:mt-0.5" strokeWidth={1.75} />
      <div className="min-w-0">
        <h3 className="font-strong break-words">{name}</h3>
        <p id={facts} className="text-small font-small break-words text-ink-3">
          {isAutomatic && 'Automatic, '}
          <span className="tabular-nums">{when}</span>
          {description !== null && `, ${description}`}
        </p>
      </div>
      <p className="text-right text-ink-2 tabular-nums max-desk:col-start-2 max-desk:text-left">
        {counted(counts.students, 'student')}, {counted(counts.lessons, 'lesson')} a week
      </p>
      <div className="flex items-center gap-1 max-desk:col-start-2 max-desk:mt-1 max-desk:flex-wrap">
        <Link
          to={momentPath({ asOf, backupId: id })}
          aria-describedby={facts}
          className={buttonClasses('quiet', 'small', 'max-desk:-ml-2.5')}
        >
          Look at this moment
        </Link>
        <Button size="small" aria-describedby={facts} onClick={onRestore}>
          Restore
        </Button>
        <IconButton icon={Trash2} label={`Delete ${name}`} aria-describedby={facts} onClick={onDelete} />
      </div>
    </li>
  );
};
