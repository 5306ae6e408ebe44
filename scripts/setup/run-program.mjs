import { spawn } from 'node:child_process';
import { PROJECT } from './project.mjs';
import { SetupFailure } from './setup-failure.mjs';

const LINES_SHOWN = 40;

/** Runs a program in the project, silently. Where it fails, its last lines become the message. */
export function runProgram(title, program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => reject(new SetupFailure(`${title} could not start: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new SetupFailure(`${title} failed (${signal ?? `exit code ${code}`}):\n${lastLines(output)}`));
    });
  });
}

function lastLines(output) {
  return output.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
}
