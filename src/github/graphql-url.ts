const PUBLIC_API_URL = 'https://api.github.com';

/**
 * The GraphQL address that belongs to a REST address: GitHub's own is `/graphql` beside it, while an enterprise server
 * answers REST at `/api/v3` and GraphQL at `/api/graphql` (docs.github.com, "Forming calls with GraphQL").
 */
export function graphqlUrlOf(apiUrl: string = PUBLIC_API_URL): string {
  const base = apiUrl.replace(/\/+$/, '');
  return /\/api\/v3$/.test(base) ? base.replace(/\/v3$/, '/graphql') : `${base}/graphql`;
}
