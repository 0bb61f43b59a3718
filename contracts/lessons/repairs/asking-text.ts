/** What a family is asked: its student by first name, the minutes of the lesson, and its times in words. */
export type Asking = {
  readonly teacherName: string;
  readonly firstName: string;
  readonly minutes: number;
  /** "5:20 PM". */
  readonly newTime: string;
  /** Null: the lesson is owed. */
  readonly oldTime: string | null;
  /** "today", "on Tue, Dec 1". */
  readonly when: string;
  /** Until when it is held, in words; null: it is not. */
  readonly until: string | null;
};

/** "Hello, this is Dana Whitfield. Could Priya’s lesson today start at 5:20 PM instead of 6:25 PM? Please let me know by 4:50 PM." */
export const askingText = ({ teacherName, firstName, minutes, newTime, oldTime, when, until }: Asking): string => {
  const question =
    oldTime === null
      ? `${firstName} still has a lesson of ${minutes} minutes to make up. Would ${newTime} ${when} suit?`
      : `Could ${firstName}’s lesson ${when} start at ${newTime} instead of ${oldTime}?`;
  const answer = until === null ? '' : ` Please let me know by ${until}.`;
  return `Hello, this is ${teacherName}. ${question}${answer}`;
};
