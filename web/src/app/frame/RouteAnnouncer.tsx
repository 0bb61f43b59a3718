import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Long enough for the new page to have set its title. */
const settled = 300;

/** Announces the new page's title to screen readers; the focus stays where it was. */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const [said, setSaid] = useState<{ readonly pathname: string; readonly title: string }>({ pathname, title: '' });
  useEffect(() => {
    if (said.pathname === pathname) return;
    const timer = setTimeout(() => setSaid({ pathname, title: document.title }), settled);
    return () => clearTimeout(timer);
  }, [pathname, said]);
  return <output className="sr-only">{said.title}</output>;
};
