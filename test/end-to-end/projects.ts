import { readFiles } from './read-files.ts';

/** A project as it was, and a change to it that deserves to pass. */
export interface Project {
  base: Readonly<Record<string, string>>;
  right: Readonly<Record<string, string>>;
  language: string;
}

/** A gem with real RSpec and RuboCop. Without a lock file, as gems are: it takes the versions that the machine has. */
export const rubyGem: Project = {
  language: 'Ruby',
  base: readFiles('test/fixtures/end-to-end/ruby-gem/base'),
  right: readFiles('test/fixtures/end-to-end/ruby-gem/change'),
};

/** The bundled example: node:test, and a linter of its own that `.lex-validator.yml` names. */
export const javascriptPackage: Project = {
  language: 'JavaScript',
  base: readFiles('examples/ledger-kit/base'),
  right: readFiles('examples/ledger-kit/right'),
};
