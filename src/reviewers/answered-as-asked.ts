/** `-2024-08-06`, `-20241022`, `@20241022`, `-0613`, `-latest`, `:latest`: which build of a model, not which model. */
const BUILD = /[-@:](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest)$/;

/**
 * Whether the model that answered is the one that was asked: the same name without regard to case, to a maker's prefix (`openai/`) and
 * to a build that was not asked for. Two different builds are two models. `aliases` are names that the settings vouch for.
 */
export function answeredAsAsked(asked: string, answeredBy: string, aliases: readonly string[] = []): boolean {
  return [asked, ...aliases].some((name) => isSameModel(name, answeredBy));
}

function isSameModel(asked: string, answered: string): boolean {
  const [one, other] = [plain(asked), plain(answered)];
  if (one === other) return true;
  if (withoutBuild(one) !== withoutBuild(other)) return false;
  return [one, other].some((name) => withoutBuild(name) === name || /[-:]latest$/.test(name));
}

const plain = (name: string): string => name.trim().toLowerCase().split('/').at(-1) ?? '';

const withoutBuild = (name: string): string => name.replace(BUILD, '');
