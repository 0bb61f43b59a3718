import { useEffect } from 'react';
import { useSearchParam } from '../../lib/search-param.ts';

export type StudentsTab = 'students' | 'invoices';

/** Left behind by a screen that invoicing was interrupted for. */
const returnFlag = 'returnToInvoicing';

/** True once when the flag was there; it is taken away. Storage that is switched off holds no flag. */
const takeReturnFlag = (): boolean => {
  try {
    if (localStorage.getItem(returnFlag) === null) return false;
    localStorage.removeItem(returnFlag);
    return true;
  } catch {
    return false;
  }
};

/** Which half of the page is shown: it stands in the address. */
export const useStudentsTab = (): [StudentsTab, (tab: StudentsTab) => void] => {
  const [param, setParam] = useSearchParam('tab');
  useEffect(() => {
    if (takeReturnFlag()) setParam('invoices');
    // Only when the page opens: setParam is another function at every step in the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return [param === 'invoices' ? 'invoices' : 'students', (tab) => setParam(tab === 'students' ? null : tab)];
};
