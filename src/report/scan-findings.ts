import type { Finding, ScanEvidence } from '../domain/evidence.ts';
import { NO_COLORS, type Colors } from './colors.ts';
import { printable, printableLine } from './printable.ts';

/** A scan for a person at a terminal: what blocks first, then notes, then what could not be scanned, then the count. */
export function renderScan(evidence: ScanEvidence, colors: Colors = NO_COLORS): string {
  const { findings, unscanned, scanned, toScan } = evidence;
  const blocking = findings.filter(({ level }) => level === 'blocking');
  const notes = findings.filter(({ level }) => level !== 'blocking');
  return [
    ...blocking.map((finding) => render(finding, colors.red('blocks'), colors)),
    ...notes.map((finding) => render(finding, colors.dim('note  '), colors)),
    ...unscanned.map(
      ({ file, because }) => `${colors.yellow('unseen')}  ${printableLine(file)}: not scanned: ${printable(because)}`,
    ),
    `${scanned} of ${toScan} files scanned: ${blocking.length} blocking, ${notes.length} notes`,
  ].join('\n');
}

function render({ file, line, side, rule, why, excerpt }: Finding, mark: string, colors: Colors): string {
  const place = `${printableLine(file)}${line === undefined ? '' : `:${line}`}${side === 'old' ? ' (removed)' : ''}`;
  const quoted = excerpt === undefined || excerpt === '' ? '' : `\n          ${colors.dim(printable(excerpt))}`;
  return `${mark}  ${place}  ${colors.bold(rule)}\n        ${printable(why)}${quoted}`;
}
