import type { Part } from './topology.ts';

/** The broker answers, and waiting does not help: somebody must change it or our settings. Its message says what. */
export class BrokerUnusable extends Error {}

/** What the broker has is not what the fleet declares. The message shows both sides and the way out. */
export class TopologyMismatch extends BrokerUnusable {
  override readonly name = 'TopologyMismatch';

  constructor({ kind, name }: Part, brokerSays: string) {
    super(
      [
        `The ${kind} ${name} on the broker is not the fleet's: ${bothSides(brokerSays)}.`,
        'A fleet node deletes and recreates what differs, with the messages in it.',
        'Make them equal, or take the broker as it is with --no-declare.',
      ].join('\n'),
    );
  }
}

/** Something is not on the broker, and we were told not to declare it. */
export class TopologyMissing extends BrokerUnusable {
  override readonly name = 'TopologyMissing';

  constructor(parts: readonly Part[]) {
    const lines = parts.map(({ kind, name }) => `  - ${kind} ${name}`);
    super(
      [
        'The broker lacks:',
        ...lines,
        'Start a fleet node, which declares them; without --no-declare, as a user who may, the bridge does it.',
      ].join('\n'),
    );
  }
}

/** The broker refuses us: another attempt with the same settings does not help. */
export class BrokerRefused extends BrokerUnusable {
  override readonly name = 'BrokerRefused';

  constructor(address: string, because: string) {
    super(
      `The broker at ${address} refuses the connection: ${because}\n` +
        'Correct `transport.connection` in the settings, or LEX_AMQP_URL.',
    );
  }
}

/** From the broker's own sentence, which names what it was asked for and what it has. */
function bothSides(brokerSays: string): string {
  const found = /inequivalent arg '([^']+)'.*?: received (.+?) but current is (.+?)$/.exec(brokerSays);
  if (found === null) return brokerSays;
  const [, argument, fleet, broker] = found;
  return `${argument} is ${valueOf(broker)} on the broker, and ${valueOf(fleet)} in the fleet`;
}

function valueOf(said: string | undefined): string {
  if (said === 'none') return 'not set';
  return (said ?? '').replace(/^the value ('.*') of type '\w+'$/, '$1');
}
