/** A map of at most so many entries: the one that was set longest ago is dropped first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [eldest] = this.keys();
    if (this.size > this.#most && eldest !== undefined) this.delete(eldest);
    return this;
  }

  /** The entry, made if there is none; it counts as set now. */
  use(key: Key, make: () => Value): Value {
    const value = this.get(key) ?? make();
    this.set(key, value);
    return value;
  }
}
