import { useEffect, useState } from 'react';
import { statsInterval } from '../queries.ts';

const second = 1000;

/** "Updated 12 s ago, every 30 s". */
export const UpdatedAgo = ({ at }: { readonly at: number }) => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, []);
  const ago = Math.max(0, Math.round((now - at) / second));
  return (
    <span className="self-center text-small font-small text-ink-3 tabular-nums max-desk:w-full max-desk:flex-none! max-desk:px-0!">
      Updated {ago === 0 ? 'just now' : `${ago} s ago`}, every {statsInterval / second} s
    </span>
  );
};
