import { describe, expect, it } from '@jest/globals';
import { answeredAsAsked } from '../../src/reviewers/answered-as-asked.ts';

describe('the model that answered', () => {
  it.each([
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-4'],
    ['gpt-4o-mini', 'gpt-4o'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'],
    ['claude-sonnet-4', 'claude-opus-4'],
    ['qwen1.5b', 'qwen15b'],
    ['qwen1.5b', 'default'],
    ['m', ''],
  ])('is another one when %s was asked and %j answered', (asked, answered) => {
    expect(answeredAsAsked(asked, answered)).toBe(false);
  });

  it.each([
    ['gpt-4o', 'gpt-4o-2024-08-06'],
    ['claude-sonnet-4', 'claude-sonnet-4-20250514'],
    ['gpt-4', 'gpt-4-0613'],
    ['openai/gpt-4o', 'gpt-4o'],
    ['gpt-4o', 'OpenAI/GPT-4o'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['mistral-large-latest', 'mistral-large-2411'],
    ['llama3', 'llama3:latest'],
  ])('is the one that was asked when %s was asked and %s answered', (asked, answered) => {
    expect(answeredAsAsked(asked, answered)).toBe(true);
  });

  it('may answer under a name that the settings vouch for', () => {
    expect(answeredAsAsked('qwen-coder', '/models/q4.gguf')).toBe(false);
    expect(answeredAsAsked('qwen-coder', '/models/q4.gguf', ['/models/q4.gguf'])).toBe(true);
  });
});
