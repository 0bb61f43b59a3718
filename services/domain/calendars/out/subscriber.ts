/** Whose calendar it is: a student's family sees the student's lessons, a teacher the whole schedule. */
export type Subscriber = {
  readonly kind: 'student' | 'teacher';
  readonly studioId: string;
  /** The student or the teacher. */
  readonly personId: string;
};
