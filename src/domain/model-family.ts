/**
 * Lines of models that share training, by how a word of a model's name begins. A line's sizes and releases are siblings: they err
 * together, so they count as one family. A word ends at anything but a letter or digit.
 */
const LINES: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt|chatgpt|codex|davinci|o[1-9])/, 'gpt'],
  [/^(?:claude|sonnet|opus|haiku)/, 'claude'],
  [/^(?:gemini|gemma|palm)/, 'gemini'],
  [/^(?:llama|codellama)/, 'llama'],
  [/^(?:mistral(?!ai)|mixtral|ministral|magistral|codestral|devstral|pixtral)/, 'mistral'],
  [/^(?:qwen|qwq|qvq)/, 'qwen'],
  [/^deepseek/, 'deepseek'],
  [/^grok/, 'grok'],
  [/^command/, 'command'],
  [/^(?:phi)\d*$/, 'phi'],
  [/^(?:glm|chatglm)/, 'glm'],
  [/^(?:kimi|moonshot)/, 'kimi'],
  [/^(?:nova)/, 'nova'],
];

/** Dates (20250514, 0613, 2025), versions (v2, 4.1, 001) and sizes (70b, 8x7b, a22b, 1.5b): they tell siblings apart, not families. */
const NUMBER = /^(?:v?\d+(?:\.\d+)*|(?:a|e)?\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)?[bkm])$/;

/** How a release is packed, aimed or priced. */
const VARIANT = new Set(
  (
    'latest preview exp experimental beta alpha rc free instruct it chat base hf gguf awq gptq fp8 fp16 bf16 int4 int8 ' +
    'mini nano micro tiny small medium large lite light flash turbo fast pro plus max ultra thinking high low'
  ).split(' '),
);

/**
 * The families that a model belongs to, lower case. `openai/gpt-4o-mini-2024-07-18` is `gpt`; a model distilled from two lines belongs to both.
 * The name of a line that we do not know is its last path segment without dates, versions, sizes and variants.
 */
export function modelFamilies(model: string): string[] {
  const name = model.trim().toLowerCase();
  const lines = name
    .split(/[^a-z0-9]+/)
    .flatMap((word) => LINES.filter(([beginning]) => beginning.test(word)).map(([, line]) => line));
  return lines.length > 0 ? [...new Set(lines)] : [nameWithoutRelease(name)];
}

/** Whether two models are siblings, whoever serves them. */
export function isSameFamily(one: string, other: string): boolean {
  const families = modelFamilies(other);
  return modelFamilies(one).some((family) => families.includes(family));
}

function nameWithoutRelease(name: string): string {
  const segment = name.split('/').at(-1) ?? name;
  const [bare = segment] = segment.split(/[:@]/);
  const words = bare.split(/[-_ ]+/).filter((word) => word !== '' && !NUMBER.test(word) && !VARIANT.has(word));
  return words.length > 0 ? words.join('-') : name;
}
