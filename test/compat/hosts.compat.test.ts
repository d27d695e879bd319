import { cases } from './cases.js';
import { anthropic } from './clients/anthropic.js';
import { google } from './clients/google.js';
import { openaiChat } from './clients/openai.js';
import { hosts } from './hosts.js';
import { runMatrix } from './run-matrix.js';

/** One client of each format that is translated otherwise on its way to the chat format. */
await runMatrix({ rows: [openaiChat, anthropic, google], families: hosts, cases });
