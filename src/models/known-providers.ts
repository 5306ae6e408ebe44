/** Where a provider's OpenAI-compatible API is, and the environment variable that holds its key by custom. */
export interface KnownProvider {
  baseUrl: string;
  apiKeyEnv: string | null;
}

/** Defaults for providers by name; `base_url` and `api_key_env` of the settings come first. Any other provider must give a `base_url`. */
export const KNOWN_PROVIDERS: ReadonlyMap<string, KnownProvider> = new Map([
  ['openai', { baseUrl: 'https://api.openai.com/v1', apiKeyEnv: 'OPENAI_API_KEY' }],
  ['anthropic', { baseUrl: 'https://api.anthropic.com/v1', apiKeyEnv: 'ANTHROPIC_API_KEY' }],
  ['google', { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai', apiKeyEnv: 'GEMINI_API_KEY' }],
  ['mistral', { baseUrl: 'https://api.mistral.ai/v1', apiKeyEnv: 'MISTRAL_API_KEY' }],
  ['deepseek', { baseUrl: 'https://api.deepseek.com/v1', apiKeyEnv: 'DEEPSEEK_API_KEY' }],
  ['groq', { baseUrl: 'https://api.groq.com/openai/v1', apiKeyEnv: 'GROQ_API_KEY' }],
  ['openrouter', { baseUrl: 'https://openrouter.ai/api/v1', apiKeyEnv: 'OPENROUTER_API_KEY' }],
  ['ollama', { baseUrl: 'http://127.0.0.1:11434/v1', apiKeyEnv: null }],
]);
