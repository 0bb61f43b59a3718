import { isDeepStrictEqual } from 'node:util';

/** New values of some fields; undefined means unchanged. */
export type Changes<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** The given fields whose values differ from the current ones. */
export const changedFields = <Fields extends object>(present: Fields, next: Changes<Fields>): Changes<Fields> => {
  const current = new Map(Object.entries(present));
  const changes: Changes<Fields> = { ...next };
  for (const name of keysOf(changes))
    if (changes[name] === undefined || isDeepStrictEqual(changes[name], current.get(String(name))))
      Reflect.deleteProperty(changes, name);
  return changes;
};

const keysOf = <Fields extends object>(fields: Fields): (keyof Fields)[] => {
  const names: (keyof Fields)[] = [];
  for (const name in fields) if (Object.hasOwn(fields, name)) names.push(name);
  return names;
};
