import type { DecisionRequest, TypedQuestion } from './decision-request.js';
import { writeMembers, type Members } from './write-members.js';

/**
 * Answers as their questions came: by name, or as a list whose items say again what they were called.
 * @param answers in the order of the questions; undefined for one that was not answered, which is left out of a
 *   map and has its place in a list
 */
export function writeAnswers(
  request: DecisionRequest,
  answers: readonly (Members | undefined)[],
): string {
  const { questions } = request;
  if (request.kind === 'questions' && request.isList) {
    const items = questions.map((question, at) =>
      writeMembers([...namesOf(question), ...(answers[at] ?? [])]),
    );
    return `[${items.join(',')}]`;
  }
  return writeMembers(
    questions.flatMap(({ name }, at): Members => {
      const answer = answers[at];
      return answer ? [[name ?? '', writeMembers(answer)]] : [];
    }),
  );
}

const namesOf = ({ name, id }: TypedQuestion): Members => [
  ...(name === null ? [] : ([['name', JSON.stringify(name)]] as const)),
  ...(id === null ? [] : ([['id', JSON.stringify(id)]] as const)),
];
