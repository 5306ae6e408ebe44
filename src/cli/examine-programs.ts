import { execa } from 'execa';
import type { Diagnosis } from './diagnosis.ts';

interface Program {
  what: string;
  command: readonly [string, ...string[]];
  /** Whether a validation of any project needs it. */
  needed: boolean;
  remedy: string;
}

const PROGRAMS: readonly Program[] = [
  { what: 'git', command: ['git', '--version'], needed: true, remedy: 'apt-get install git' },
  { what: 'Node', command: [process.execPath, '--version'], needed: true, remedy: 'install Node 20 or newer' },
  { what: 'npm', command: ['npm', '--version'], needed: false, remedy: 'comes with Node' },
  { what: 'Ruby', command: ['ruby', '--version'], needed: false, remedy: 'apt-get install ruby' },
  { what: 'Bundler', command: ['bundle', '--version'], needed: false, remedy: 'apt-get install bundler' },
  { what: 'RSpec', command: ['rspec', '--version'], needed: false, remedy: 'apt-get install ruby-rspec' },
  { what: 'RuboCop', command: ['rubocop', '--version'], needed: false, remedy: 'apt-get install rubocop' },
];

const LIMIT_MS = 20_000;

/** Git, Node, and the tools of the languages. A project may bring its own linter or runner: those are looked for at the check. */
export async function examinePrograms(): Promise<Diagnosis[]> {
  return Promise.all(PROGRAMS.map(examineProgram));
}

async function examineProgram({ what, command: [file, ...args], needed, remedy }: Program): Promise<Diagnosis> {
  const { stdout, failed } = await execa(file, args, { reject: false, timeout: LIMIT_MS });
  const version = stdout.split('\n').find((line) => line.trim() !== '') ?? '';
  if (!failed) return { what, state: 'ok', detail: version.trim() };
  return { what, state: needed ? 'missing' : 'absent', detail: `${file} does not run`, remedy };
}
