import { Link } from 'react-router-dom';
import { buttonClasses } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';

/** A page whose part of the product comes with a later release: it says so. */
export const LaterPage = ({ title, what }: { readonly title: string; readonly what: string }) => (
  <>
    <title>{`${title} - Rondo`}</title>
    <PageHead title={title} />
    <EmptyPanel
      title="Not built yet"
      actions={
        <Link to="/schedule" className={buttonClasses()}>
          Return to Schedule
        </Link>
      }
    >
      {what} will come with a later release of Rondo.
    </EmptyPanel>
  </>
);
