import type { Student } from '@rondo/contracts/api/people/students.ts';
import { MapPin } from 'lucide-react';
import { useContext } from 'react';
import { useSearchParam } from '../../../lib/page/search-param.ts';
import { Button } from '../../../ui/button.tsx';
import { PastPeople } from '../../../ui/lists/past-people.ts';

/** Opens the dialog in which a student is placed on the map, or whose pin is moved there if the place is known exactly. */
export const PlaceButton = ({ student }: { readonly student: Student }) => {
  const [, setPlace] = useSearchParam('place');
  const isPast = useContext(PastPeople) !== null;
  if (isPast || student.address.trim() === '') return null;
  return (
    <Button kind="quiet" size="small" icon={MapPin} className="-ml-2.5" onClick={() => setPlace(student.id)}>
      {student.locationPrecision === 'exact' ? 'Move the pin' : 'Place on the map'}
    </Button>
  );
};
