/** A family within a sentence: "the Park family"; another name stands as it is. */
export const familyInWords = (name: string): string => (/\bfamily$/i.test(name) ? `the ${name}` : name);
