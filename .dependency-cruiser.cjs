/** Who may import whom (docs/architecture.md). Each rule's comment is written to whoever breaks it. */
const entryPoints = '^src/(worker|client|cli|bridge|index|workflow-types|workflow-bundle)\\.ts$|^src/cli/';
const adapters = '^src/(sandbox|github|models|transport|artifacts|temporal)/';
const pure = '^src/(languages|tool-output|security|reviewers|report|intake)/';

module.exports = {
  forbidden: [
    {
      name: 'domain-imports-nothing',
      comment:
        'The domain is arithmetic on recorded values. What you need from outside belongs in evidence that an activity collects.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'workflows-are-deterministic',
      comment:
        'A workflow may import the domain, @temporalio/workflow and @temporalio/common, and activities by type only: everything else may differ on replay.',
      severity: 'error',
      from: { path: '^src/workflows/' },
      to: { pathNot: '^src/(workflows|domain)/|@temporalio/(workflow|common)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-never-meet',
      comment:
        'An adapter speaks to one outside thing. If two must meet, an activity brings them together through ports.ts.',
      severity: 'error',
      from: { path: '^src/(sandbox|github|models|transport|artifacts|temporal)/' },
      to: { path: adapters, pathNot: '^src/$1/' },
    },
    {
      name: 'adapters-know-the-domain-only',
      comment:
        'An adapter implements a port: it may import its types, the domain, pure catalogues and its own npm client.',
      severity: 'error',
      from: { path: adapters },
      to: { path: '^src/(workflows|activities)/', pathNot: '^src/activities/ports\\.ts$' },
    },
    {
      name: 'activities-get-adapters-as-arguments',
      comment: 'An activity takes what it needs from ports.ts, so that a test can hand it something else.',
      severity: 'error',
      from: { path: '^src/activities/' },
      to: { path: adapters },
    },
    {
      name: 'activities-use-no-clients',
      comment: 'An activity speaks to the outside through a port. The npm client belongs in the adapter behind it.',
      severity: 'error',
      from: { path: '^src/activities/' },
      to: { path: 'node_modules/(execa|openai|@octokit|rabbitmq-client|@temporalio/(client|worker))/' },
    },
    {
      name: 'catalogues-are-pure',
      comment:
        'Profiles, readers, rules, prompts and reports turn text into values: they neither read files nor reach a network.',
      severity: 'error',
      from: { path: pure },
      to: { path: '^src/(workflows|activities)/|' + adapters },
    },
    {
      name: 'catalogues-use-harmless-built-ins',
      comment: 'A catalogue may reckon with these built-ins of Node; the others reach files, processes or a network.',
      severity: 'error',
      from: { path: pure },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(buffer|crypto|path|url|util|zlib)(/|$)' },
    },
    {
      name: 'catalogues-have-no-clients',
      comment:
        'These packages start processes or reach a network. An adapter uses them; a catalogue is handed what it got.',
      severity: 'error',
      from: { path: pure },
      to: { path: 'node_modules/(execa|openai|@octokit|rabbitmq-client|@temporalio)/' },
    },
    {
      name: 'nobody-imports-entry-points',
      comment: 'An entry point ties things together; what two of them share belongs in a room of its own.',
      severity: 'error',
      from: { pathNot: entryPoints, path: '^src/' },
      to: { path: '^src/(worker|client|cli|bridge|index)\\.ts$|^src/cli/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
