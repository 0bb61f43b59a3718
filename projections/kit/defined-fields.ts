type Defined<Fields> = { [Name in keyof Fields]?: Fields[Name] & ({} | null) };

/** The fields that are not undefined. */
export const definedFields = <Fields extends object>(fields: Fields): Defined<Fields> => {
  const defined: Defined<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) defined[name] = value;
  }
  return defined;
};
