/** Joins class names; what is false, null or empty is left out. */
export const cn = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
