/** The teacher of new students: the only one, else the user's default; none where that is a choice. */
export const usualTeacher = <Teacher extends { readonly id: string }>(
  teachers: readonly Teacher[],
  preferred: string | null,
): Teacher | null => {
  const [only] = teachers;
  if (only && teachers.length === 1) return only;
  return teachers.find(({ id }) => id === preferred) ?? null;
};

export const lessonLengths = [30, 45, 60, 90] as const;
export type LessonLength = (typeof lessonLengths)[number];

/** The length of a new student's lessons: that of most students, the shorter one of two; 45 minutes while there are none. */
export const usualLength = (students: readonly { readonly lessonDuration: number }[]): LessonLength => {
  const counts = lessonLengths.map((minutes) => ({
    minutes,
    count: students.filter(({ lessonDuration }) => lessonDuration === minutes).length,
  }));
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return most && most.count > 0 ? most.minutes : 45;
};
