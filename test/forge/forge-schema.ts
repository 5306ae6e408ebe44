import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

let built: GraphQLSchema | undefined;

/**
 * GitHub's own public schema, so that a field which GitHub does not have fails here as it would there. Its release
 * defines two fields twice: that is GitHub's affair, hence the assumptions.
 */
export function forgeSchema(): GraphQLSchema {
  if (built === undefined) {
    const file = new URL('../../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url);
    built = buildSchema(readFileSync(file, 'utf8'), { assumeValidSDL: true, assumeValid: true, noLocation: true });
  }
  return built;
}
