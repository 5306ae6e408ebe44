import pc from 'picocolors';
import type { Finding, ScanEvidence } from '../domain/evidence.ts';
import { printable } from './printable.ts';

/** A scan for a person at a terminal: what blocks first, then notes, then what could not be scanned, then the count. */
export function renderScan({ findings, unscanned, scanned, toScan }: ScanEvidence): string {
  const blocking = findings.filter(({ level }) => level === 'blocking');
  const notes = findings.filter(({ level }) => level !== 'blocking');
  return [
    ...blocking.map((finding) => render(finding, pc.red('blocks'))),
    ...notes.map((finding) => render(finding, pc.dim('note  '))),
    ...unscanned.map(
      ({ file, because }) => `${pc.yellow('unseen')}  ${onOneLine(file)}: not scanned: ${printable(because)}`,
    ),
    `${scanned} of ${toScan} files scanned: ${blocking.length} blocking, ${notes.length} notes`,
  ].join('\n');
}

function render({ file, line, side, rule, why, excerpt }: Finding, mark: string): string {
  const place = `${onOneLine(file)}${line === undefined ? '' : `:${line}`}${side === 'old' ? ' (removed)' : ''}`;
  const quoted = excerpt === undefined || excerpt === '' ? '' : `\n          ${pc.dim(printable(excerpt))}`;
  return `${mark}  ${place}  ${pc.bold(rule)}\n        ${printable(why)}${quoted}`;
}

function onOneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n');
}
