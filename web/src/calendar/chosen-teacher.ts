// The teacher last looked at, kept in this browser.
const storageKey = 'rondo.selectedTeacher';

const readStored = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // A browser that keeps nothing for us: the default teacher it is.
    return null;
  }
};

/** Keeps the choice for the next visit. */
export const storeTeacher = (teacherId: string): void => {
  try {
    localStorage.setItem(storageKey, teacherId);
  } catch {
    // Nothing is lost but the convenience.
  }
};

type Choices = {
  /** From the address. */
  readonly named: string | null;
  readonly stored?: string | null;
  /** From the user's preferences. */
  readonly preferred: string | null;
};

/** Whose calendar is shown: the one the address names, else the stored one if it is still there, else the user's default, else the first. */
export const chooseTeacher = <Teacher extends { readonly id: string }>(
  teachers: readonly Teacher[],
  { named, stored = readStored(), preferred }: Choices,
): Teacher | null => {
  const find = (id: string | null): Teacher | undefined => teachers.find((teacher) => teacher.id === id);
  return find(named) ?? find(stored) ?? find(preferred) ?? teachers[0] ?? null;
};
