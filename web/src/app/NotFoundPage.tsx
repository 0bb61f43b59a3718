import { Link } from 'react-router-dom';
import { buttonClasses } from '../ui/button.tsx';
import { EmptyPanel } from '../ui/lists/panels.tsx';

export const NotFoundPage = () => (
  <>
    <title>Not found - Rondo</title>
    <EmptyPanel
      level={1}
      title="404 Page Not Found"
      actions={
        <Link to="/schedule" className={buttonClasses('primary')}>
          Go to the schedule
        </Link>
      }
    >
      There is no page at this address. It may be mistyped, or the page was removed.
    </EmptyPanel>
  </>
);
