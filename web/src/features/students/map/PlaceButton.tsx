import type { Student } from '@rondo/contracts/api/students.ts';
import { MapPin } from 'lucide-react';
import { useSearchParam } from '../../../lib/search-param.ts';
import { Button } from '../../../ui/button.tsx';

/** Opens the dialog in which a student whose place is known by ZIP code, city or not at all is placed on the map. */
export const PlaceButton = ({ student }: { readonly student: Student }) => {
  const [, setPlace] = useSearchParam('place');
  if (student.locationPrecision === 'exact' || student.address.trim() === '') return null;
  return (
    <Button kind="quiet" size="small" icon={MapPin} className="-ml-2.5" onClick={() => setPlace(student.id)}>
      Place on the map
    </Button>
  );
};
