/** A chat's answer with one text, and anything beside it. */
export const answerWith = (content: string, rest: object = {}) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  ...rest,
});
