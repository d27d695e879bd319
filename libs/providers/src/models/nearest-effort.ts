/** All efforts that any format knows, lowest first. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** The nearest accepted effort, the lower of two equally near; undefined where none is accepted. */
export function nearestOf(accepted: readonly string[], asked: string): string | undefined {
  const wanted = EFFORTS.indexOf(asked);
  if (wanted < 0) return asked; // An unknown word is for the provider to judge.
  // Whoever asks for a little thought does not want none at all.
  const near = asked === 'none' ? accepted : accepted.filter((effort) => effort !== 'none');
  const distance = (effort: string) => Math.abs(EFFORTS.indexOf(effort) - wanted);
  return near.toSorted((a, b) => distance(a) - distance(b))[0];
}
