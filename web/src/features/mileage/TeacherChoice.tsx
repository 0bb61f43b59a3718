import { useQuery } from '@tanstack/react-query';
import { chooseTeacher, storeTeacher } from '../../calendar/opening.ts';
import { preferencesQuery, teachersQuery } from '../../calendar/queries.ts';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { SelectOnDemand } from '../../ui/fields/select-on-demand.tsx';

/** The teacher whose drives are shown: undefined before teachers are known, null without one. */
export const useTeacher = () => {
  const [named, setTeacher] = useSearchParam('teacher');
  const { data: teachers } = useQuery(teachersQuery);
  const { data: preferences } = useQuery(preferencesQuery);
  const teacher = teachers && chooseTeacher(teachers, { named, preferred: preferences?.defaultTeacherId ?? null });
  const choose = (id: string): void => {
    storeTeacher(id);
    setTeacher(id);
  };
  return { teacher, teachers, choose, named };
};

type Choice = ReturnType<typeof useTeacher>;
type Named = { readonly id: string; readonly name: string };

/** Chooses among several teachers. */
export const TeacherChoice = (props: {
  /** Who is there; others may follow whose drives are kept. */
  readonly teachers: readonly Named[] | undefined;
  readonly teacher: Named | null | undefined;
  readonly onChoose: Choice['choose'];
}) => {
  const { teachers, teacher, onChoose } = props;
  if (!teachers || teachers.length < 2 || !teacher) return null;
  return (
    <SelectOnDemand
      label="Teacher"
      className="max-desk:w-full"
      value={teacher.id}
      options={teachers.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChoose}
    />
  );
};
