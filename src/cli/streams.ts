/** Results go to standard output alone; whatever a person reads meanwhile goes to standard error. */
export function printResult(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function say(line = ''): void {
  process.stderr.write(`${line}\n`);
}
