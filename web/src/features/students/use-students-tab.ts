import { useEffect } from 'react';
import { useSearchParam } from '../../lib/search-param.ts';

export type StudentsTab = 'students' | 'invoices';

/** Set by a screen that interrupts invoicing. */
const returnFlag = 'returnToInvoicing';

/** True once if the flag was set; clears it. Without storage there is no flag. */
const takeReturnFlag = (): boolean => {
  try {
    if (localStorage.getItem(returnFlag) === null) return false;
    localStorage.removeItem(returnFlag);
    return true;
  } catch {
    return false;
  }
};

/** Which tab of the page is shown; it is in the URL. */
export const useStudentsTab = (): [StudentsTab, (tab: StudentsTab) => void] => {
  const [param, setParam] = useSearchParam('tab');
  useEffect(() => {
    if (takeReturnFlag()) setParam('invoices');
    // Only when the page opens: setParam changes with every navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return [param === 'invoices' ? 'invoices' : 'students', (tab) => setParam(tab === 'students' ? null : tab)];
};
