import { CircleAlert } from 'lucide-react';

export const NoTeacher = () => (
  <span className="flex items-center gap-1.5 font-control text-bad">
    <CircleAlert aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
    No teacher assigned
  </span>
);
