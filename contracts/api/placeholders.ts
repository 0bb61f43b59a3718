// What stands for a missing value: forms and imports send it, and screens show it.

export const unknownStudent = 'Unknown Student';
export const placeholderCity = 'City not provided';
export const placeholderZip = '00000';
