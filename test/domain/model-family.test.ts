import { describe, expect, it } from '@jest/globals';
import { isSameFamily, modelFamilies } from '../../src/domain/model-family.ts';

describe('modelFamilies', () => {
  it.each([
    ['claude-sonnet-4-20250514', ['claude']],
    ['anthropic/claude-opus-4.1', ['claude']],
    ['us.anthropic.claude-3-5-haiku-20241022-v1:0', ['claude']],
    ['claude-3-7-sonnet@20250219', ['claude']],
    ['gpt-4o', ['gpt']],
    ['openai/gpt-4o-mini-2024-07-18', ['gpt']],
    ['chatgpt-4o-latest', ['gpt']],
    ['ft:gpt-4o-mini:acme::abc', ['gpt']],
    ['o3-mini', ['gpt']],
    ['o1', ['gpt']],
    ['models/gemini-2.5-flash-preview-05-20', ['gemini']],
    ['google/gemma-3-27b-it', ['gemini']],
    ['meta-llama/Llama-3.3-70B-Instruct', ['llama']],
    ['llama3.1:8b', ['llama']],
    ['codellama:latest', ['llama']],
    ['mistralai/Mixtral-8x7B-Instruct-v0.1', ['mistral']],
    ['codestral-2501', ['mistral']],
    ['Qwen/Qwen2.5-Coder-32B-Instruct', ['qwen']],
    ['qwq-32b', ['qwen']],
    ['deepseek-ai/DeepSeek-R1-Distill-Qwen-32B', ['deepseek', 'qwen']],
    ['deepseek-r1-distill-llama-70b', ['deepseek', 'llama']],
    ['grok-4-fast', ['grok']],
    ['command-r-plus-08-2024', ['command']],
    ['phi4', ['phi']],
    ['model-c', ['model-c']],
    ['acme/house-reviewer-v2-70b-latest', ['house-reviewer']],
    ['acme/house-reviewer:free', ['house-reviewer']],
    ['70b', ['70b']],
  ])('%s belongs to %j', (model, families) => {
    expect(modelFamilies(model)).toEqual(families);
  });

  it('never leaves a model without a family', () => {
    for (const name of ['', ' ', '/', ':', 'latest', '4']) expect(modelFamilies(name)).toHaveLength(1);
  });
});

describe('isSameFamily', () => {
  it.each([
    ['gpt-5', 'openai/gpt-4o-mini'],
    ['claude-opus-4', 'anthropic.claude-sonnet-4-v1:0'],
    ['deepseek-r1-distill-llama-70b', 'llama3'],
    ['house-reviewer-v1', 'House-Reviewer-V2'],
  ])('%s and %s are siblings', (one, other) => {
    expect(isSameFamily(one, other)).toBe(true);
  });

  it.each([
    ['model-c', 'model-d'],
    ['gpt-5', 'claude-opus-4'],
    ['opencoder', 'o3'],
    ['philosopher', 'phi-4'],
    ['mistralai/house-model', 'mistral-large'],
  ])('%s and %s are not', (one, other) => {
    expect(isSameFamily(one, other)).toBe(false);
  });
});
