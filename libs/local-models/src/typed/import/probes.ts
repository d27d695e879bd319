import type { QuestionJob, TypedJob } from '../jobs.js';

/** What a model is asked when it is imported; what it says then is what it has to say at each start. */
export const PROBES: readonly TypedJob[] = [
  {
    state:
      'I ordered two lamps on Monday, and only one came. The other was charged all the same; please refund it.',
    questions: [
      {
        type: 'choice',
        instructions: 'What is the message about?',
        options: ['a missing item', 'a broken item', 'an invoice', 'opening hours'],
      },
      {
        type: 'score',
        instructions: 'How angry is the customer?',
        options: ['calm', 'annoyed', 'furious'],
      },
      { type: 'noul', instructions: 'The customer wants money back.', options: [] },
      {
        type: 'noul',
        instructions: 'Is it a complaint?',
        options: ['something is wrong with an order', 'nothing is wrong'],
      },
    ],
  },
  {
    state: 'Der Zug nach Wien fährt um 9:40 Uhr von Gleis 7 ab.',
    questions: [
      {
        type: 'choice',
        instructions: 'What is it about?',
        options: ['travel', 'food', 'money: prices, invoices, accounts'],
      },
    ],
  },
];

/** The same questions in reverse, their options, too, but for those of a noul, which mean true and false. */
export const turned = ({ state, questions }: TypedJob): TypedJob => ({
  state,
  questions: questions.map(turnedQuestion).toReversed(),
});

export const turnedQuestion = (question: QuestionJob): QuestionJob =>
  question.type === 'noul' ? question : { ...question, options: question.options.toReversed() };

/** As long as a state is shown at most (384 words), with as many options as a question has at most. */
export const LARGEST: TypedJob = {
  state: 'The parcel was sent nine days ago and has not arrived. '.repeat(39),
  questions: [
    {
      type: 'choice',
      instructions: 'Who should read the message of the customer first?',
      options: Array.from({ length: 20 }, (_, at) => `department ${at + 1}: orders and parcels`),
    },
  ],
};
