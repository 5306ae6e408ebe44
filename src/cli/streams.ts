import pc from 'picocolors';
import type { Colors } from '../report/colors.ts';
import type { Page } from '../report/terminal.ts';

/** Results go to standard output alone; whatever a person reads meanwhile goes to standard error. */
export function printResult(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function say(line = ''): void {
  process.stderr.write(`${line}\n`);
}

/** Colours for a stream on its own: one may be a terminal while the other is a file. `NO_COLOR` and `FORCE_COLOR` are obeyed. */
export function colorsFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Colors {
  if (env.NO_COLOR) return pc.createColors(false);
  return pc.createColors(Boolean(env.FORCE_COLOR) || (stream.isTTY && env.TERM !== 'dumb'));
}

/** The page that a stream is. */
export function pageOf(stream: NodeJS.WriteStream): Page {
  return { colors: colorsFor(stream), columns: stream.isTTY && stream.columns > 0 ? stream.columns : 100 };
}

/** A reader that went away (`| head`, a closed terminal) is no failure: the exit code still says the verdict. */
export function surviveClosedReaders(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    stream.on('error', (error: { code?: string }) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error as Error;
    });
  }
}
