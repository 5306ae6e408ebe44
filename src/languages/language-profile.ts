import type { LintFormat, TestFormat } from '../tool-output/formats.ts';

/** What a profile may know of a repository at one commit. */
export interface RepositoryView {
  /** Every file, repo-relative. */
  files: readonly string[];
  /** Text of one of the files in `PROFILE_FILES`; `null` where it is not there. */
  read: (path: string) => string | null;
}

/** The only files whose text a profile reads; all at the root. */
export const PROFILE_FILES = ['package.json', 'Gemfile', '.rspec', '.lex-validator.yml'] as const;

/** A small program of ours that the tool loads first. It writes down what a report leaves out. */
export interface Guard {
  /** Its file and the file it writes, both in the report folder. */
  file: string;
  text: string;
  writes?: string;
}

/** How to run a tool. Arguments and values of the environment may hold `{report}` and `{repo}`. */
export interface ToolCommand<Format extends string = string> {
  command: readonly string[];
  /** The command as a person would type it, for issues: without what we add to it. */
  shown: string;
  env: Readonly<Record<string, string>>;
  report: { file: string; format: Format; maxWarnings?: number };
  /** A file of the checkout without which the command cannot run, and the tool's name. */
  needs?: { file: string; tool: string };
  guard?: Guard;
}

/** `unsupported` says which tool of the project we cannot run, and what its owner can do. */
export type ToolChoice<Format extends string> =
  { kind: 'run'; tool: ToolCommand<Format> } | { kind: 'unsupported'; because: string };

export interface InstallStep {
  command: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** `none` keeps code of the repository off every network, the host's loopback included. */
export type InstallNetwork = 'none' | 'shared';

/**
 * How a language's projects are tested and linted: pure functions of a repository.
 * `setup` is where the choice is read from, the base commit wherever it has one; `files` are those of the change.
 * `undefined` means that this view has no set-up of its own.
 */
export interface LanguageProfile {
  language: string;
  /** Names that a forge or a person uses, in lower case. */
  names: readonly string[];
  detects: (files: readonly string[]) => boolean;
  install: (head: RepositoryView, network: InstallNetwork) => InstallStep | undefined;
  tests: (setup: RepositoryView, files: readonly string[]) => ToolChoice<TestFormat> | undefined;
  /** Where neither commit has a set-up: the ordinary runner, which then says itself that it found no test. */
  defaultTests: (files: readonly string[]) => ToolCommand<TestFormat>;
  lint: (setup: RepositoryView, files: readonly string[]) => ToolChoice<LintFormat> | undefined;
  /** Files that configure the tools, so that a change of them can be told in a note. */
  configures: Record<'tests' | 'lint', RegExp>;
}
