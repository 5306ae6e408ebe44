import { TestWorkflowEnvironment } from '@temporalio/testing';

/** Run as `download-with-sdk.mjs FOLDER VERSION`: leaves Temporal's program in the folder. */
const [downloadDir, version] = process.argv.slice(2);
try {
  const server = { executable: { type: 'cached-download', downloadDir, version: `v${version}` } };
  const environment = await TestWorkflowEnvironment.createLocal({ server });
  await environment.teardown();
  process.exit(0);
} catch (error) {
  process.stderr.write(`the SDK could not download it: ${error.message}\n`);
  process.exit(1);
}
