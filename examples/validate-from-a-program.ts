import { readFile } from 'node:fs/promises';
import { InvalidWorkItem, validate } from 'lex-validator';

/** Beside `lex-validator up`, with its address: `TEMPORAL_ADDRESS=… node validate-from-a-program.js work_item.json`. */
const [file = 'work_item.json'] = process.argv.slice(2);
try {
  const { pipeline } = await validate({ work_item: JSON.parse(await readFile(file, 'utf8')) });
  const { verdict, judged, score, merged_feedback } = pipeline.review_result;
  console.log(judged ? verdict : 'not judged', score.aggregate, merged_feedback);
} catch (error) {
  if (!(error instanceof InvalidWorkItem)) throw error;
  console.error(error.fields); // [{ field: 'pipeline.attempt', problem: 'must be a whole number from 0 to 10000' }]
}
