import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { untoldCountQuery } from '../../../calendar/telling.ts';
import { counted } from '../../../lib/texts.ts';
import { buttonClasses } from '../../../ui/button.tsx';

/** "5 families to tell", while there are some. */
export default function ToTell() {
  const { data: { families } = { families: 0 } } = useQuery(untoldCountQuery);
  if (families === 0) return null;
  return (
    <Link
      to="/changes"
      className={buttonClasses(
        'secondary',
        'normal',
        // After the others on phones: nothing moves when it appears.
        'grid! h-12! content-center desk:w-full gap-0! rounded-day! px-3! text-left leading-[18px] max-desk:order-1 max-desk:flex-1 max-desk:text-center',
      )}
    >
      <span>{counted(families, 'family')}</span> <span className="text-small leading-[18px] font-normal">to tell</span>
    </Link>
  );
}
