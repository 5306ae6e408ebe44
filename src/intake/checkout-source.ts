import type { CheckoutSource } from '../domain/plan.ts';
import type { WorkItem } from '../domain/work-item.ts';

/** Where the change is fetched from. A work item says it itself, or its names are put into the template of the settings. */
export function findCheckoutSource({ repo, pipeline }: WorkItem, urlTemplate: string): CheckoutSource {
  return {
    cloneUrl: repo.clone_url ?? fillTemplate(urlTemplate, repo),
    branch: pipeline.branch_name ?? null,
    prNumber: pipeline.pr_number ?? null,
    defaultBranch: repo.default_branch ?? 'main',
    headSha: pipeline.head_sha?.toLowerCase() ?? null,
  };
}

function fillTemplate(template: string, { owner, name }: WorkItem['repo']): string {
  const values: Record<string, string> = { owner, name };
  return template.replace(/\{(owner|name)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''));
}
