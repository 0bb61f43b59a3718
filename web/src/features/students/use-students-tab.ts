import { useEffect } from 'react';
import { useAddressParams } from '../../lib/page/search-param.ts';
import { removeInvoices } from '../invoices/address.ts';

const tabs = ['students', 'invoices', 'owed', 'attendance'] as const;
export type StudentsTab = (typeof tabs)[number];

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
  const [params, change] = useAddressParams();
  const setTab = (tab: StudentsTab): void =>
    change(
      (next) => {
        removeInvoices(next);
        for (const name of ['tab', 'period', 'since', 'until', 'order']) next.delete(name);
        if (tab !== 'students') next.set('tab', tab);
      },
      { replace: tab === 'students' },
    );
  useEffect(() => {
    if (takeReturnFlag() && params.get('tab') !== 'invoices') setTab('invoices');
    // Only when the page opens: setTab changes with every navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return [tabs.find((tab) => tab === params.get('tab')) ?? 'students', setTab];
};
