/**
 * Who is to do the work. `join`: the workers of a server that is there, else one of ours beside a server of ours.
 * `serve`: one of ours on the usual queue. `private`: one of ours on a queue of its own, so that it takes nobody's work.
 */
export type WorkerChoice = 'join' | 'serve' | 'private';

export interface SessionOptions {
  worker: WorkerChoice;
  uiPort?: number;
}
