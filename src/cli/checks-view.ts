import { clearScreenDown, moveCursor } from 'node:readline';
import { renderCheckLine, type CheckLine } from '../report/check-lines.ts';
import { colorsFor } from './streams.ts';

/** Shows where the checks of a run stand, again and again. */
export interface ChecksView {
  show: (lines: readonly CheckLine[]) => void;
}

/** On a terminal a line a check that follows it; elsewhere a plain line for each thing that happened. */
export function createChecksView(stream: NodeJS.WriteStream): ChecksView {
  return stream.isTTY && stream.columns > 0 && process.env.TERM !== 'dumb' ? liveView(stream) : plainView(stream);
}

function liveView(stream: NodeJS.WriteStream): ChecksView {
  const colors = colorsFor(stream);
  let shown: string[] = [];
  return {
    show: (lines) => {
      const text = lines.map((line) => renderCheckLine(cutDetail(line, stream.columns), colors));
      if (text.join('\n') === shown.join('\n')) return;
      if (shown.length > 0) moveCursor(stream, 0, -shown.length);
      clearScreenDown(stream);
      stream.write(text.map((line) => `${line}\n`).join(''));
      shown = text;
    },
  };
}

/** A line that wraps would be two, and moving up would miss one. The part before the detail takes 41 columns. */
function cutDetail(line: CheckLine, columns: number): CheckLine {
  const room = Math.max(0, columns - 42);
  return line.because === undefined ? line : { ...line, because: line.because.slice(0, room) };
}

function plainView(stream: NodeJS.WriteStream): ChecksView {
  const colors = colorsFor(stream);
  const states = new Map<string, string>();
  return {
    show: (lines) => {
      for (const line of lines) {
        if (line.state === 'waiting' || states.get(line.check) === line.state) continue;
        states.set(line.check, line.state);
        const { seconds, ...started } = line;
        stream.write(`${renderCheckLine(line.state === 'running' ? started : { ...started, seconds }, colors)}\n`);
      }
    },
  };
}
