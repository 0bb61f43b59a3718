import { MapPin, TriangleAlert } from 'lucide-react';
import type { LocationNote as Note } from '../../lib/address.ts';
import { cn } from '../cn.ts';

/** The precision of an address: next to it, or as its own sentence. Nothing if it is exact. */
export const LocationNote = (props: { readonly note: Note | null; readonly sentence?: boolean }) => {
  const { note, sentence = false } = props;
  if (!note) return null;
  const unknown = note.kind === 'unknown';
  const Icon = unknown ? TriangleAlert : MapPin;
  return (
    <span className={cn('flex items-start gap-1 text-small', unknown ? 'text-warn' : 'text-ink-3')}>
      <Icon aria-hidden className="mt-0.5 size-3 shrink-0" strokeWidth={2} />
      {sentence ? note.sentence : note.text}
    </span>
  );
};
