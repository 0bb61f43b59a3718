/** Joins class names; skips false, null and empty ones. */
export const cn = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
