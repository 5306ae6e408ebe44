import type { ModelName, WorkItem } from '../domain/work-item.ts';
import type { Settings } from '../settings/schema.ts';
import type { BadField } from './invalid-work-item.ts';

/** The models that review by request: the work item's, else the settings'; `null` where nobody asks for any. */
export function requestedModels({ config }: WorkItem, { fleet }: Settings): ModelName[] | null {
  const ofItem = config?.validation?.reviewer_models ?? [];
  return ofItem.length > 0 ? ofItem : fleet.validation.reviewer_models;
}

/** A scripted reviewer answers from a script: it looks at nothing. */
export function isScripted({ provider }: ModelName): boolean {
  return provider.trim().toLowerCase() === 'scripted';
}

/** A work item must not seat a reviewer that approves unseen: only the settings may have scripted ones. */
export function findScriptedRequests({ config }: WorkItem, { fleet }: Settings): BadField[] {
  if (fleet.llm.models.some(isScripted)) return [];
  return (config?.validation?.reviewer_models ?? []).flatMap((model, index) =>
    isScripted(model)
      ? [
          {
            field: `config.validation.reviewer_models[${index}].provider`,
            problem: 'must not be scripted: the settings have no scripted reviewer',
          },
        ]
      : [],
  );
}
