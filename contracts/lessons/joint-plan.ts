/** "Dana Whitfield and Marcus Bell", "Ann, Ben and Cy": the teachers of a plan together. */
export const namesOf = (teacherIds: readonly string[], nameOf: (teacherId: string) => string): string => {
  const names = teacherIds.map(nameOf);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
};
