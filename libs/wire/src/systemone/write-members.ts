/** Names with the JSON of their values. As a list, since objects sort names that are numbers. */
export type Members = readonly (readonly [name: string, json: string])[];

export const writeMembers = (members: Members): string =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
