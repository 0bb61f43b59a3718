/** As large as studios may be. */
export const guestSize = { students: 500, teachers: 30, lessons: 3000 };
export const accountSize = { students: 10_000, teachers: 300, lessons: 20_000 };
export const teachersOfStudent = 20;
