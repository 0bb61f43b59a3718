/**
 * The value at an index that the caller knows to be in range. The fallback never happens; it satisfies
 * `noUncheckedIndexedAccess` and costs nothing once the engine has compiled the load.
 */
export const at = (values: Int32Array, index: number): number => values[index] ?? 0;

/** `at` for real numbers (weights). Separate from `at`, so that each stays monomorphic and fast. */
export const realAt = (values: Float64Array, index: number): number => values[index] ?? 0;
