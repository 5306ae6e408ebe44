/** An exchange or a queue, as a fleet node declares it (contract 2.1). All are durable. */
export type Part =
  | { kind: 'exchange'; name: string; type: 'topic' | 'fanout' }
  | { kind: 'queue'; name: string; arguments: Readonly<Record<string, string>> };

export const VALIDATOR_QUEUE = 'lex.validator.runners.validator';
export const DEAD_LETTER_EXCHANGE = 'validator.dlx';
export const DEAD_LETTER_QUEUE = 'validator.dlx.queue';

const VALIDATOR_EXCHANGE = 'lex.validator';

/** What the bridge needs, in the order in which nothing points at what is not there yet. */
export const TOPOLOGY: readonly Part[] = [
  { kind: 'exchange', name: DEAD_LETTER_EXCHANGE, type: 'fanout' },
  { kind: 'queue', name: DEAD_LETTER_QUEUE, arguments: {} },
  { kind: 'exchange', name: VALIDATOR_EXCHANGE, type: 'topic' },
  {
    kind: 'queue',
    name: VALIDATOR_QUEUE,
    arguments: { 'x-queue-type': 'quorum', 'x-dead-letter-exchange': DEAD_LETTER_EXCHANGE },
  },
];

export const BINDINGS = [
  { exchange: DEAD_LETTER_EXCHANGE, queue: DEAD_LETTER_QUEUE, routingKey: '' },
  { exchange: VALIDATOR_EXCHANGE, queue: VALIDATOR_QUEUE, routingKey: `${VALIDATOR_QUEUE}.#` },
] as const;

/** Where results go (contract 2.4, 2.5). These are other stages' to declare, never ours. */
export const STAGES = {
  ship: {
    exchange: 'lex.developer',
    routingKey: 'lex.developer.runners.ship.finalize',
    runnerClass: 'Legion::Extensions::Developer::Runners::Ship',
    function: 'finalize',
  },
  developer: {
    exchange: 'lex.developer',
    routingKey: 'lex.developer.runners.developer.incorporate_feedback',
    runnerClass: 'Legion::Extensions::Developer::Runners::Developer',
    function: 'incorporate_feedback',
  },
  assessor: {
    exchange: 'lex.assessor',
    routingKey: 'lex.assessor.runners.assessor.escalate',
    runnerClass: 'Legion::Extensions::Assessor::Runners::Assessor',
    function: 'escalate',
  },
} as const;
export type NextStage = keyof typeof STAGES;

export const TASKS = { exchange: 'task', routingKey: 'task.subtask.check' } as const;

export const VALIDATE = { runnerClass: 'Legion::Extensions::Validator::Runners::Validator', function: 'validate' };
