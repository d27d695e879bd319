import {
  acceptedContent,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type InputRequest,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

const NOTHING = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} });
interface Can {
  readonly elicitation?: object;
  readonly sampling?: object;
}

/** What the caller says that it can do. */
const canOf = ({ mcpReq }: ServerContext): Can =>
  (mcpReq.envelope as Readonly<Record<string, Can>> | undefined)?.[
    'io.modelcontextprotocol/clientCapabilities'
  ] ?? {};

const ask = (message: string, name: string, type = 'string'): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: { type: type as 'string' } },
      required: [name],
    },
  });
const answered = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const sample = (text: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens,
  });

/** What a state of the reference server says: how far its questions have come. */
export const referenceStates = createRequestStateCodec<{ readonly step: number }>({
  key: 'a key of the reference server alone',
});

const stepOf = (context: ServerContext): number =>
  context.mcpReq.requestState<{ step: number }>()?.step ?? 0;
const mint = (step: number): Promise<string> => referenceStates.mint({ step });

/** The tools of the conformance suite that ask their caller for more. */
export function addQuestions(server: McpServer): void {
  const tool = (
    name: string,
    run: (context: ServerContext) => Promise<object> | object,
    description = `Tests ${name}`,
  ) =>
    server.registerTool(
      name,
      { description, inputSchema: NOTHING },
      (_given, context) => run(context) as ReturnType<typeof answered>,
    );
  tool('test_input_required_result_elicitation', ({ mcpReq }) => {
    const name = acceptedContent<{ name: string }>(mcpReq.inputResponses, 'user_name')?.name;
    if (name !== undefined) return answered(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } });
  });
  tool('test_input_required_result_sampling', ({ mcpReq }) =>
    inputResponse(mcpReq.inputResponses, 'capital_question').kind === 'sampling'
      ? answered('Paris')
      : inputRequired({
          inputRequests: { capital_question: sample('What is the capital of France?', 100) },
        }),
  );
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'client_roots');
    return given.kind === 'roots'
      ? answered(given.roots.map(({ uri }) => uri).join(' '))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  tool('test_input_required_result_request_state', async (context) => {
    if (stepOf(context) === 1) return answered('state-ok');
    return inputRequired({
      inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') },
      requestState: await mint(1),
    });
  });
  tool('test_input_required_result_multiple_inputs', async (context) => {
    if (stepOf(context) === 1) return answered('done');
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', 'name'),
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await mint(1),
    });
  });
  tool('test_input_required_result_multi_round', async (context) => {
    const step = stepOf(context);
    if (step === 2) return answered('done');
    const question =
      step === 0
        ? { step1: ask('Step 1: What is your name?', 'name') }
        : { step2: ask('Step 2: What is your favorite color?', 'color') };
    return inputRequired({ inputRequests: question, requestState: await mint(step + 1) });
  });
  tool('test_input_required_result_tampered_state', async (context) => {
    if (stepOf(context) === 1) return answered('done');
    return inputRequired({
      inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') },
      requestState: await mint(1),
    });
  });
  tool('test_input_required_result_capabilities', (context) => {
    const can = canOf(context);
    return inputRequired({
      inputRequests: {
        ...(can.elicitation && { user_name: ask('What is your name?', 'name') }),
        ...(can.sampling && { greeting: sample('Generate a greeting', 50) }),
      },
      requestState: 'none',
    });
  });
  // The package refuses what the client has not said that it can do.
  tool('test_missing_capability', () =>
    inputRequired({ inputRequests: { greeting: sample('Generate a greeting', 50) } }),
  );
  tool('test_streaming_elicitation', ({ mcpReq }) => {
    if (mcpReq.inputResponses) return answered('done');
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } });
  });
}
