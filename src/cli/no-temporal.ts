/** There is no Temporal server and none can be started: the message has the ways out. */
export class NoTemporal extends Error {
  override readonly name = 'NoTemporal';
}
