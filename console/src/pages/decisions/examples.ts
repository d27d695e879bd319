import { NO_DRAFT, NO_QUESTION, NO_REQUEST, ROUTER, type Draft, type QuestionDraft } from './draft';

/** Something to try at once. In English, as the models are first of all. */
export interface Example {
  readonly id: 'ticket' | 'review' | 'order' | 'request' | 'follow_up';
  /** Left out: any model that answers questions. */
  readonly model?: string;
  readonly draft: Partial<Draft>;
}

const options = (...names: string[]) => names.map((name) => ({ name, description: '' }));
const question = (draft: Partial<QuestionDraft>): QuestionDraft => ({ ...NO_QUESTION, ...draft });

export const EXAMPLES: readonly Example[] = [
  {
    id: 'ticket',
    draft: {
      state:
        'I ordered two lamps on Monday, and only one came. The other was charged all the same; please refund it.',
      questions: [
        question({
          name: 'topic',
          instructions: 'What is the message about?',
          options: options('a missing item', 'a broken item', 'an invoice', 'opening hours'),
        }),
        question({
          name: 'anger',
          type: 'score',
          instructions: 'How angry is the customer?',
          options: options('calm', 'annoyed', 'furious'),
        }),
        question({
          name: 'refund',
          type: 'noul',
          instructions: 'Does the customer want money back?',
          yes: 'they ask for a refund',
          no: 'they want something else',
        }),
      ],
    },
  },
  {
    id: 'review',
    draft: {
      state: 'The room was spotless and quiet, but breakfast was cold and nobody was at the desk.',
      questions: [
        question({
          name: 'tone',
          instructions: 'What does the guest think of the stay?',
          options: options('positive', 'negative', 'mixed'),
        }),
        question({
          name: 'department',
          instructions: 'Who should read it first?',
          options: [
            { name: 'kitchen', description: 'meals and drinks' },
            { name: 'front desk', description: 'arrival, departure, questions' },
            { name: 'housekeeping', description: 'rooms and cleaning' },
          ],
        }),
      ],
    },
  },
  {
    id: 'order',
    draft: {
      state: JSON.stringify(
        { subject: 'Where is my parcel?', order: { days_since_dispatch: 9, promised_days: 3 } },
        null,
        2,
      ),
      questions: [
        question({
          name: 'urgency',
          type: 'score',
          instructions: 'How urgent is it?',
          options: options('can wait', 'this week', 'today'),
        }),
      ],
    },
  },
  {
    id: 'request',
    model: ROUTER,
    draft: {
      request: {
        ...NO_REQUEST,
        request:
          'Prove that the sum of two even numbers is even, and write a function in Python that checks it.',
      },
    },
  },
  {
    id: 'follow_up',
    model: ROUTER,
    draft: {
      request: {
        ...NO_REQUEST,
        request: 'Shorter, please.',
        previous: 'Here is a summary of the annual report in five paragraphs.',
        attachments: 'report.pdf (application/pdf)',
      },
    },
  },
];

/** The whole draft: what the example does not say is empty. */
export const draftOf = ({ draft }: Example): Draft => ({ ...NO_DRAFT, ...draft });
