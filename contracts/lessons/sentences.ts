// Sentences about lessons that both the server and the browser say.

export const startBeforeToday = "The start date can't be before today.";
export const endBeforeStart = "The end date can't be before the start date.";
export const pastMidnight = 'A lesson must end before midnight.';
