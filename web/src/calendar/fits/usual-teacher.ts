/** The teacher of new students: the only one, else the user's default; none where that is a choice. */
export const usualTeacher = <Teacher extends { readonly id: string }>(
  teachers: readonly Teacher[],
  preferred: string | null,
): Teacher | null => {
  const [only] = teachers;
  if (only && teachers.length === 1) return only;
  return teachers.find(({ id }) => id === preferred) ?? null;
};
