/** Puts something else in the place of a property. */
export const replace = (owner: object, name: string | symbol, value: unknown): void =>
  void Object.defineProperty(owner, name, { value, configurable: true, writable: true });
