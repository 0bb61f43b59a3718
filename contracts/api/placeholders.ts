// Values that forms and imports send for a missing one. Screens show them.

export const unknownStudent = 'Unknown Student';
export const placeholderCity = 'City not provided';
export const placeholderZip = '00000';
