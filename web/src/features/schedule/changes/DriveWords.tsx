import { Car, TriangleAlert } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import { driveWords, type DriveAt } from './use-drives-at.ts';

/** The two drives around a lesson at another time. */
export const DriveWords = ({ to, onward }: { readonly to: DriveAt | null; readonly onward: DriveAt | null }) => {
  const drives = [
    ...(to ? [{ drive: to, text: driveWords(to, 'to') }] : []),
    ...(onward ? [{ drive: onward, text: driveWords(onward, 'onward') }] : []),
  ];
  return drives.map(({ drive, text }) => {
    const Icon = drive.short > 0 ? TriangleAlert : Car;
    return (
      <p key={text} className={cn('flex items-center gap-1.5', drive.short > 0 && 'font-strong text-bad')}>
        <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
        <span className="min-w-0 truncate">{text}</span>
      </p>
    );
  });
};
