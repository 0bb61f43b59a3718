import { useState } from 'react';

/**
 * What was found for a key, or while the key stays the same what was first found for it: a form stays open over a row that was deleted
 * elsewhere.
 */
export const useHeld = <Row>(key: string | null, found: Row | undefined): Row | undefined => {
  const [held, setHeld] = useState<{ readonly key: string; readonly row: Row } | null>(null);
  if (key === null && held !== null) setHeld(null);
  if (key !== null && found !== undefined && held?.key !== key) setHeld({ key, row: found });
  return found ?? (held?.key === key ? held.row : undefined);
};
