import { useState } from 'react';

/**
 * What was found for a key, or while the key stays the same what was first found for it: a form stays open over a row that was deleted
 * elsewhere.
 */
export const useOpenRow = <Row>(key: string | null, found: Row | undefined): Row | undefined => {
  const [first, setFirst] = useState<{ readonly key: string; readonly row: Row } | null>(null);
  if (key === null && first !== null) setFirst(null);
  if (key !== null && found !== undefined && first?.key !== key) setFirst({ key, row: found });
  return found ?? (first?.key === key ? first.row : undefined);
};
