import type { FileView } from '../file-view.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { changed, linesMatching, when } from './line-rules.ts';

const WORKFLOW = /(?:^|\/)\.github\/(?:workflows|actions)\/.+\.ya?ml$/iu;
const CI =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)\/.+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|\.travis\.yml|Jenkinsfile|\.husky\/[^/]+|\.?lefthook\.ya?ml|\.pre-commit-config\.yaml|bitbucket-pipelines\.yml)$/iu;
const CHECKING =
  /\b(?:rspec|rubocop|rake|minitest|jest|vitest|mocha|eslint|tsc|pytest|ruff|flake8|mypy|pylint|tox|lint|tests?|check|audit|scan|verify)\b/iu;
const WEAKER =
  /continue-on-error:\s*true|allow_failure:\s*true|\|\|\s*(?:true|:|exit\s+0|echo\b)|^\s*(?:-\s*)?if:\s*(?:false|['"]?\$\{\{\s*false\s*\}\}['"]?)|\bset\s+\+e\b|--no-verify\b|--exit-zero\b|--passWithNoTests\b/u;
/** Parts of an event that a stranger writes. */
const STRANGER =
  /\$\{\{[^}]*github\.(?:event\.(?:issue|pull_request|comment|review|review_comment|discussion|head_commit|pages|workflow_run|commits)[\w.[\]*]*\.(?:title|body|ref|label|name|email|message|head_branch|page_name|default_branch)|head_ref|event\.(?:head_commit\.message|pull_request\.head\.ref))\b[^}]*\}\}/u;

const indent = (line: string): number => line.length - line.trimStart().length;

/** Whether a line of a workflow belongs to a shell script. */
function isInRun(view: FileView, number: number): boolean {
  const own = view.after?.lines.line(number) ?? '';
  if (/^\s*(?:-\s*)?run:/u.test(own)) return true;
  const depth = indent(own);
  for (let at = number - 1; at >= 1; at -= 1) {
    const line = view.after?.lines.line(at) ?? '';
    if (line.trim() !== '' && indent(line) < depth) return /^\s*(?:-\s*)?run:\s*[|>]/u.test(line);
  }
  return false;
}

function weakened(view: FileView): Hit[] {
  return linesMatching(view, WEAKER, (line) => {
    if (/^\s*#/u.test(line)) return null;
    return view.before !== null &&
      (CHECKING.test(line.replace(WEAKER, '')) ||
        /--exit-zero|--passWithNoTests/u.test(line) ||
        isOnCheckingStep(view, line))
      ? undefined
      : 'note';
  });
}

/** `continue-on-error` and `if: false` weaken the step that they stand in: look at the lines around. */
function isOnCheckingStep(view: FileView, line: string): boolean {
  if (!/continue-on-error|allow_failure|if:/u.test(line)) return false;
  const lines = view.after?.text.split('\n') ?? [];
  const at = lines.indexOf(line);
  return lines.slice(Math.max(0, at - 4), at + 5).some((near) => CHECKING.test(near));
}

const STEP = 'jobs:\n  a:\n    steps:\n      - run: bundle exec rspec\n';

/** A pipeline that is made to forgive, or to hand its rights to a stranger. */
export const CI_RULES: readonly TextRule[] = [
  {
    id: 'ci/weakened',
    level: 'blocking',
    why: 'The pipeline would go on although the step failed. Let it fail.',
    look: when(CI, weakened),
    flags: [
      changed('.github/workflows/ci.yml', STEP, STEP.replace('rspec', 'rspec || true')),
      changed('.github/workflows/ci.yml', STEP, `${STEP}        continue-on-error: true\n`),
      changed('.husky/pre-commit', 'npm test\n', 'npm test || exit 0\n'),
      changed('.gitlab-ci.yml', 'a:\n  script: rubocop\n', 'a:\n  script: rubocop\n  allow_failure: true\n'),
    ],
    ignores: [
      changed('.github/workflows/ci.yml', STEP, `${STEP}# never || true\n`),
      changed('Makefile', 'a:\n', 'a:\n\trm x || true\n'),
    ],
  },
  {
    id: 'ci/stranger-in-script',
    level: 'blocking',
    why: 'Anyone can write this value, and it is pasted into a shell script. Pass it through env and quote it.',
    look: when(WORKFLOW, (view) =>
      linesMatching(view, STRANGER, (_, number) => (isInRun(view, number) ? undefined : null)),
    ),
    flags: [
      changed('.github/workflows/a.yml', null, 'steps:\n  - run: echo "${{ github.event.issue.title }}"\n'),
      changed('.github/workflows/a.yml', null, 'steps:\n  - run: |\n      git checkout ${{ github.head_ref }}\n'),
    ],
    ignores: [
      changed(
        '.github/workflows/a.yml',
        null,
        'steps:\n  - env:\n      TITLE: ${{ github.event.issue.title }}\n    run: echo "$TITLE"\n',
      ),
      changed('.github/workflows/a.yml', null, 'steps:\n  - run: echo ${{ github.sha }}\n'),
    ],
  },
  {
    id: 'ci/stranger-with-rights',
    level: 'blocking',
    why: 'pull_request_target runs with the rights of this repository and checks out code of a stranger. Use pull_request.',
    look: when(WORKFLOW, (view) =>
      /\bpull_request_target\b/u.test(view.after?.text ?? '')
        ? linesMatching(
            view,
            /github\.event\.pull_request\.head\.(?:sha|ref)|github\.head_ref|refs\/pull\//u,
            (line) => (/\bref:|git (?:fetch|checkout)/u.test(line) ? undefined : null),
          )
        : [],
    ),
    flags: [
      changed(
        '.github/workflows/a.yml',
        null,
        'on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n',
      ),
    ],
    ignores: [
      changed(
        '.github/workflows/a.yml',
        null,
        'on: pull_request\njobs:\n  a:\n    steps:\n      - with:\n          ref: ${{ github.event.pull_request.head.sha }}\n',
      ),
    ],
  },
  {
    id: 'ci/all-rights',
    level: 'blocking',
    why: 'Gives the job every right on the repository. Name the rights that it needs.',
    look: when(WORKFLOW, (view) => linesMatching(view, /^\s*permissions:\s*write-all\b/u)),
    flags: [changed('.github/workflows/a.yml', null, 'permissions: write-all\n')],
    ignores: [changed('.github/workflows/a.yml', null, 'permissions: read-all\n')],
  },
  {
    id: 'ci/more-rights',
    level: 'note',
    why: 'The pipeline gains rights, or trusts a branch of somebody else. A person should look at it.',
    look: when(WORKFLOW, (view) =>
      linesMatching(
        view,
        /^\s*(?:contents|packages|actions|id-token|deployments|security-events|pull-requests):\s*write\b|\bpull_request_target\b|uses:\s*[\w.-]+\/[^@\s]+@(?:main|master|latest|dev)\b/u,
      ),
    ),
    flags: [
      changed('.github/workflows/a.yml', null, 'permissions:\n  contents: write\n'),
      changed('.github/workflows/a.yml', null, '- uses: some/action@main\n'),
    ],
    ignores: [changed('.github/workflows/a.yml', null, 'permissions:\n  contents: read\n')],
  },
];
