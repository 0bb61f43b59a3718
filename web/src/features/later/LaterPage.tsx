import { Link } from 'react-router-dom';
import { buttonClasses } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';

/** A placeholder for a feature that comes in a later release. */
export const LaterPage = ({ title, what }: { readonly title: string; readonly what: string }) => (
  <>
    <title>{`${title} - Rondo`}</title>
    <PageHead title={title} />
    <EmptyPanel
      title="Not available yet"
      actions={
        <Link to="/schedule" className={buttonClasses()}>
          Return to Schedule
        </Link>
      }
    >
      {what} will be added in a later release of Rondo.
    </EmptyPanel>
  </>
);
