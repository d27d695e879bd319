/** `provider/model` as its two parts; the provider is empty where none is named. */
export interface ModelName {
  readonly provider: string;
  readonly id: string;
}

/** @param name the provider ends at its first slash: ids of models have slashes, too */
export function modelNameOf(name: string): ModelName {
  const slash = name.indexOf('/');
  return { provider: name.slice(0, Math.max(0, slash)), id: name.slice(slash + 1) };
}
