import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withoutInvoices } from '../invoices/address.ts';

export type StudentsTab = 'students' | 'invoices';

/** Set by a screen that interrupts invoicing. */
const returnFlag = 'returnToInvoicing';

/** Makes the page open on the invoices when the user comes back. Without storage it opens on the students. */
export const markReturnToInvoicing = (): void => {
  try {
    localStorage.setItem(returnFlag, 'true');
  } catch {
    // Only a convenience is lost.
  }
};

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

/** Which tab of the page is shown; it is in the URL. The students know no invoice filters. */
export const useStudentsTab = (): [StudentsTab, (tab: StudentsTab) => void] => {
  const [params, setParams] = useSearchParams();
  const setTab = (tab: StudentsTab): void =>
    setParams(
      (now) => {
        const next = withoutInvoices(now);
        next.delete('tab');
        if (tab === 'invoices') next.set('tab', tab);
        return next;
      },
      { replace: tab === 'students', preventScrollReset: true },
    );
  useEffect(() => {
    if (takeReturnFlag() && params.get('tab') !== 'invoices') setTab('invoices');
    // Only when the page opens: setTab changes with every navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return [params.get('tab') === 'invoices' ? 'invoices' : 'students', setTab];
};
