import { member } from '#kernel';
import { byType, DROPPED, known, KNOWN, list, MODEL, object, type Place } from '../texts/place.js';

/** Always a list once it is in the form that is shown. */
const OPTIONS = list(object(known('name description')));

const QUESTION = byType(
  {
    noul: { criteria: object(known('true false')) },
    choice: { criteria: OPTIONS, options: OPTIONS },
    score: { criteria: KNOWN, levels: KNOWN },
  },
  known('name id instructions'),
);

const QUESTIONS: Place = { items: QUESTION, rest: QUESTION };

const asked = (state: Place): Place =>
  object({ gw: DROPPED, model: MODEL, state, questions: QUESTIONS });

/** A router's state has members of the format; any other one is the caller's own. */
const FOR_ROUTER = asked(object(known('request previous system attachments')));
const FOR_QUESTIONS = asked(KNOWN);

/** Of `/v1/systemone`; only a router is asked no questions. */
export const DECISION_REQUEST: Place = {
  ...FOR_QUESTIONS,
  pick: (root) => (member(root, 'questions') ? FOR_QUESTIONS : FOR_ROUTER),
};
